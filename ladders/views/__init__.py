"""The pages of ladders and tournaments."""
