"""Faults at live tables: processes are killed or stopped, lines are bad, clocks disagree, and
databases, disks and Redis fail."""
