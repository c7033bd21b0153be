"""Tags for any page: pieces and times."""
