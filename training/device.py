"""The device that everything runs on, and the half precision that it is quick in."""

import torch

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
HALF = torch.bfloat16 if DEVICE.type == "cuda" else torch.float32  # a processor emulates half precision, slowly
ON_GPU = DEVICE.type == "cuda"

torch.set_float32_matmul_precision("high")
torch.backends.cudnn.benchmark = True  # batches keep their size
