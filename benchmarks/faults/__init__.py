"""What happens to live tables when processes are killed or sleep, lines are bad, clocks disagree,
and databases, disks and Redis go away."""
