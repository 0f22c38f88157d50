"""Where the settings of a server come from, and which of them wins."""

from pathlib import Path

import pytest

from perudo.server.config import Config, ConfigFault, ConfigProblem, read_config
from testkit import ROOT


def file(folder: Path, text: str) -> str:
    path = folder / "perudo.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_defaults_are_one_local_process_with_sqlite() -> None:
    config = read_config({}, {})
    assert config == Config()
    assert (config.host, config.workers, config.shared) == ("127.0.0.1", 1, False)
    assert config.database.startswith("sqlite:///")
    assert config.requests_per_second > 0, "limits are on unless somebody turns them off"


def test_a_flag_wins_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    path = file(tmp_path, 'port = 1001\nhost = "::1"\nlog_level = "debug"\n')
    environment = {"PERUDO_PORT": "1002", "PERUDO_HOST": "0.0.0.0", "PERUDO_CONFIG": path}  # noqa: S104
    assert read_config({}, {"PERUDO_CONFIG": path}).port == 1001
    assert read_config({}, environment).port == 1002
    config = read_config({"port": "1003", "host": None}, environment)
    assert (config.port, config.host, config.log_level) == (1003, "0.0.0.0", "debug")  # noqa: S104


def test_a_file_named_by_flag_wins_over_one_named_by_the_environment(tmp_path: Path) -> None:
    path = file(tmp_path, "port = 1001\n")
    config = read_config({"config": path}, {"PERUDO_CONFIG": str(tmp_path / "missing.toml")})
    assert config.port == 1001


def test_every_setting_can_come_from_the_environment_and_from_a_file(tmp_path: Path) -> None:
    values: dict[str, str | int] = {
        "host": "h",
        "port": 1,
        "workers": 2,
        "database": "postgresql://h/n",
        "redis": "redis://h",
        "public_url": "https://play.example",
        "log_level": "error",
        "requests_per_second": 3,
        "guests_per_minute": 4,
        "tables_per_hour": 7,
        "wrong_codes_per_minute": 8,
        "connections_per_address": 9,
        "trusted_proxies": "10.0.0.1",
        "metrics": "a-token-of-some-length",
        "keep_finished_days": 5,
        "keep_idle_days": 6,
        "contact": "play@perudo.example",
        "push": "off",
    }
    wanted = Config(**values)  # type: ignore[arg-type]
    assert set(values) == set(Config.__dataclass_fields__)
    assert read_config({}, {f"PERUDO_{k.upper()}": str(v) for k, v in values.items()}) == wanted
    lines = [f'{k} = "{v}"' if isinstance(v, str) else f"{k} = {v}" for k, v in values.items()]
    assert read_config({"config": file(tmp_path, "\n".join(lines))}, {}) == wanted


def problem(flags: dict[str, object], environment: dict[str, str] | None = None) -> ConfigProblem:
    with pytest.raises(ConfigProblem) as caught:
        read_config(flags, environment or {})
    return caught.value


@pytest.mark.parametrize(
    ("flags", "where", "what", "wanted"),
    [
        ({"port": "65536"}, "port", "65536", "0 … 65535"),
        ({"port": "-1"}, "port", "-1", "0 … 65535"),
        ({"workers": "0"}, "workers", "0", "1 … 64"),
        ({"workers": "65"}, "workers", "65", "1 … 64"),
        ({"workers": "2"}, "workers", "2", "postgresql://"),
        ({"log_level": "chatty"}, "log_level", "chatty", "debug, info, warning, error"),
        ({"metrics": "secret"}, "metrics", "…", "off, local"),
        ({"push": "maybe"}, "push", "maybe", "on, off"),
    ],
)
def test_invalid_value_is_rejected_with_what_would_work(
    flags: dict[str, object], where: str, what: str, wanted: str
) -> None:
    told = problem(flags)
    assert (told.where, told.what) == (where, what)
    assert wanted in told.wanted


@pytest.mark.parametrize(
    "name",
    [
        "requests_per_second",
        "guests_per_minute",
        "tables_per_hour",
        "wrong_codes_per_minute",
        "connections_per_address",
        "keep_finished_days",
        "keep_idle_days",
    ],
)
def test_negative_limits_are_rejected(name: str) -> None:
    told = problem({name: "-1"})
    assert name in told.where.replace("-", "_")


def test_non_numeric_setting_is_rejected() -> None:
    told = problem({"port": "http"})
    assert (told.fault, told.where, told.what) == (ConfigFault.NOT_A_NUMBER, "--port", "http")


def test_the_variable_or_the_line_of_the_file_is_named(tmp_path: Path) -> None:
    assert problem({}, {"PERUDO_WORKERS": "many"}).where == "PERUDO_WORKERS"
    path = file(tmp_path, 'port = "x"\n')
    assert problem({"config": path}).where == f"{path}: port"


@pytest.mark.parametrize(
    "text",
    [
        "port: 8000",
        "prot = 8000",
        "host = 7",
        "port = 80.5",
        "port = true",
        "[port]\nx = 1",
        "\x00",
    ],
)
def test_file_with_values_of_the_wrong_type_is_rejected(tmp_path: Path, text: str) -> None:
    path = file(tmp_path, text)
    assert path in problem({"config": path}).where


def test_missing_or_undecodable_file_is_rejected(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.toml")
    assert problem({"config": missing}).where == missing
    assert problem({"config": str(tmp_path)}).where == str(tmp_path)
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    assert problem({"config": str(binary)}).where == str(binary)


def test_unknown_setting_in_a_file_is_named_with_the_known_ones(tmp_path: Path) -> None:
    told = problem({"config": file(tmp_path, "prot = 8000\n")})
    assert told.what == "prot"
    assert "port" in told.wanted


def test_unknown_environment_variables_are_ignored() -> None:
    assert read_config({}, {"PERUDO": "x", "PERUDO_NONSENSE": "y", "PORT": "z"}) == Config()


@pytest.mark.parametrize("scheme", ["postgresql", "postgresql+psycopg", "postgres"])
def test_several_processes_need_postgresql(scheme: str) -> None:
    config = read_config({"workers": "4", "database": f"{scheme}://h/n"}, {})
    assert (config.workers, config.shared) == (4, True)


def test_undecodable_bytes_are_rejected() -> None:
    with pytest.raises(ConfigProblem) as caught:
        read_config({"database": "sqlite:///\udcff.db"}, {})
    assert (caught.value.fault, caught.value.wanted) == (ConfigFault.VALUE, "UTF-8")


def test_files_written_by_a_run_are_ignored_by_git() -> None:
    folder = Path(Config().database.removeprefix("sqlite:///")).parent
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    assert f"{folder}/" in ignored
