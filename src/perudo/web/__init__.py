"""The pages: from what an audience may see to HTML in the reader's words."""
