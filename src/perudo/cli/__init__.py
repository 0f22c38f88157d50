"""The ``perudo`` command, one module for each subcommand."""
