"""Games learned by self-play on one GPU; PyTorch is needed to train and never to play. See README.md."""
