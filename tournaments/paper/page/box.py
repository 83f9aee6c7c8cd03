"""A rectangle on a page, and how it is divided.  Measured from the top left corner of the sheet, downwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MM = 72 / 25.4
"""Points in a millimetre."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle.  ``x``, ``y``: its top left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def inset(self, across: float, down: float | None = None) -> Box:
        """The box reduced by a margin on all sides."""
        down = across if down is None else down
        return Box(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)

    def rows(self, *heights: float, gap: float = 0) -> list[Box]:
        """Split the box into rows; heights of 0 share the space that the others leave."""
        boxes, y = [], self.y
        for height in _shared(heights, self.height, gap):
            boxes.append(Box(self.x, y, self.width, height))
            y += height + gap
        return boxes

    def columns(self, *widths: float, gap: float = 0) -> list[Box]:
        """Split the box into columns; widths of 0 share the space that the others leave."""
        boxes, x = [], self.x
        for width in _shared(widths, self.width, gap):
            boxes.append(Box(x, self.y, width, self.height))
            x += width + gap
        return boxes

    def grid(self, across: int, down: int, gap: float = 0) -> list[Box]:
        """Split the box into equal boxes, listed row by row."""
        return [box for row in self.rows(*[0] * down, gap=gap) for box in row.columns(*[0] * across, gap=gap)]

    def centred(self, width: float, height: float) -> Box:
        """A box of this size in the middle of this one."""
        return Box(self.x + (self.width - width) / 2, self.y + (self.height - height) / 2, width, height)


def _shared(sizes: Sequence[float], whole: float, gap: float) -> list[float]:
    left = whole - sum(sizes) - gap * (len(sizes) - 1)
    free = sum(size == 0 for size in sizes)
    return [size or left / free for size in sizes]
