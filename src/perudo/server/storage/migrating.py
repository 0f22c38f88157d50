"""Brings a database to the newest schema, once, however many processes start together."""

from pathlib import Path

from alembic import command
from alembic.config import Config

from perudo.server.storage.database import Database

SCRIPTS = Path(__file__).parent / "migrations"


def migrate(database: Database) -> None:
    database.prepare()
    config = Config()
    # Alembic reads the path as a template in which % has a meaning.
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    with database.writing.begin() as connection:
        database.lock_schema(connection)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
