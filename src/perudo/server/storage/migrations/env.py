"""Alembic runs this: the migrations go through the connection (and the transaction) it is given."""

from alembic import context

from perudo.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
context.run_migrations()
