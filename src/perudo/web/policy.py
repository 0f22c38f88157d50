"""What a browser may load and run on our pages (Content-Security-Policy)."""


def content_policy(style_hash: str = "", script_hash: str = "") -> str:
    """Allow what this server sends, and the style and script inside a page by their hashes."""
    inside = ""
    if style_hash or script_hash:
        inside = f"style-src 'self' {style_hash}; script-src 'self' {script_hash}; "
    return (
        f"default-src 'self'; {inside}"
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    )
