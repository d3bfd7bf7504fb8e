#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""OpenCV with OpenCL against OpenCV without: filters of a picture, within one step of a byte."""

import sys

import cv2
import numpy as np

cv2.ocl.setUseOpenCL(True)
if not cv2.ocl.haveOpenCL() or not cv2.ocl.useOpenCL():
    sys.exit("OpenCV has no device")
picture = np.random.default_rng(7).integers(0, 256, (1080, 1920, 3), np.uint8)
picture = cv2.GaussianBlur(picture, (0, 0), 3)
grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
steps = {
    "blur": lambda image: cv2.GaussianBlur(image, (7, 7), 2),
    "resize": lambda image: cv2.resize(image, (1280, 720), interpolation=cv2.INTER_LINEAR),
    "threshold": lambda image: cv2.threshold(image, 128, 255, cv2.THRESH_BINARY)[1],
    "laplacian": lambda image: cv2.Laplacian(image, cv2.CV_8U, ksize=3),
    "dilate": lambda image: cv2.dilate(image, np.ones((5, 5), np.uint8)),
}
good = True
for name, step in steps.items():
    expected = step(grey).astype(int)
    difference = np.abs(step(cv2.UMat(grey)).get().astype(int) - expected).max()
    good &= bool(difference <= 1)
    print(f"{name:10} differs by {difference} at most")
sys.exit(0 if good else "WRONG")
