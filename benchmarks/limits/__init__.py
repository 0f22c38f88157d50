"""What the limits of the champion's judge of simple players cost and bring, without training.

``python -m benchmarks.limits EXPLOITER...`` plays rounds once. For any limits it then works out
what somebody wins who changes its way of playing from round to round, and what simple players lose.
"""
