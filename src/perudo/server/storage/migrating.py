"""Migrate a database to the newest schema, once even if several processes start together."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from perudo.server.storage.database import Database
from perudo.server.storage.values import StorageNewer

SCRIPTS = Path(__file__).parent / "migrations"


def migrate(database: Database, revision: str = "head") -> None:
    database.prepare()
    config = _config()
    with database.writing.begin() as connection:
        database.lock_schema(connection)
        config.attributes["connection"] = connection
        _refuse_newer(config, connection)
        command.upgrade(config, revision)


def _refuse_newer(config: Config, connection: Connection) -> None:
    """Raise StorageNewer for an unknown schema: a newer version of the program made it."""
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    stored = MigrationContext.configure(connection).get_current_heads()
    if not set(stored) <= known:
        raise StorageNewer(
            f"it was brought up to date by a newer version of perudo (schema {', '.join(stored)}); "
            "start that version, or restore the backup that was made before"
        )


def is_up_to_date(database: Database) -> bool:
    """Whether the database has the schema of this version of the program."""
    newest = ScriptDirectory.from_config(_config()).get_current_head()
    with database.reading.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision() == newest


def _config() -> Config:
    config = Config()
    # Alembic interpolates % in the path.
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    return config
