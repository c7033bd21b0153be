"""How strong the levels of AI players are: plays them against each other and writes a page."""
