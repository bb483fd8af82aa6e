"""The games that come with parlour, one folder each."""
