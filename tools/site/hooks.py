"""Hooks of mkdocs: pages from outside docs/, and links as the site needs them."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from tools.site import pages

_SOURCES = {on_site: path for path, on_site in pages.PROJECT_PAGES.items()}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for path, on_site in pages.PROJECT_PAGES.items():
        text = (pages.ROOT / path).read_text(encoding="utf-8")
        files.append(File.generated(config, on_site, content=text))
    files.append(File.generated(config, pages.EXAMPLES_PAGE, content=pages.examples_page()))
    copied = {pages.ICON.name: pages.ICON}
    for folder in pages.FILES:
        copied |= {f"{folder}/{file.name}": file for file in (pages.ROOT / folder).iterdir()}
    for on_site, file in copied.items():
        files.append(File.generated(config, on_site, abs_src_path=str(file)))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    on_site = page.file.src_uri
    source = _SOURCES.get(on_site, f"docs/{on_site}")
    return pages.with_file_maps(pages.with_site_links(markdown, source, on_site))
