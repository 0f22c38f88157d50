"""HTTP, live streams, storage, workers."""
