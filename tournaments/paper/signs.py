"""What direction signs say, and the shapes of their arrows."""

from __future__ import annotations

from collections.abc import Mapping

PLACES = ("hall", "registration", "tables", "toilets", "way_out", "desk", "final_table", "staff_only", "quiet")
"""What a sign says; its texts are ``sign_hall`` and so on."""
WITHOUT_ARROW = frozenset({"desk", "final_table", "staff_only", "quiet"})
"""What leads nowhere, as it hangs or stands where it belongs."""

Polygon = tuple[tuple[float, float], ...]

UP: Polygon = ((0.5, 0.02), (0.92, 0.5), (0.66, 0.5), (0.66, 0.98), (0.34, 0.98), (0.34, 0.5), (0.08, 0.5))
"""An arrow in a square of size 1, measured from the top left."""
CLIMBING: Polygon = ((0.78, 0.03), (0.81, 0.4), (0.69, 0.29), (0.29, 0.58), (0.21, 0.47), (0.61, 0.18), (0.46, 0.12))
"""An arrow along stairs that lead up to the right."""
STEPS = 5


def _stairs() -> Polygon:
    """Stairs that lead up to the right, below the arrow."""
    size = 1 / STEPS
    line = [(0.0, 1.0)]
    for step in range(STEPS):
        top = 1 - (step + 1) * 0.62 / STEPS
        line += [(step * size, top), ((step + 1) * size, top)]
    return (*line, (1.0, 1.0))


def _turned(shape: Polygon) -> Polygon:
    """A shape turned by a quarter to the right."""
    return tuple((1 - y, x) for x, y in shape)


def _down(shape: Polygon) -> Polygon:
    """The arrow along stairs, with its head at the other end: mirrored in its own middle."""
    middle = (0.5, 0.31)
    return tuple((2 * middle[0] - x, 2 * middle[1] - y) for x, y in shape)


ARROWS: Mapping[str, tuple[Polygon, ...]] = {
    "ahead": (UP,),
    "left": (_turned(_turned(_turned(UP))),),
    "right": (_turned(UP),),
    "upstairs": (CLIMBING, _stairs()),
    "downstairs": (_down(CLIMBING), _stairs()),
    "none": (),
}
"""The shapes of each arrow."""
WAYS = ("left", "ahead", "right")
"""The arrows of which a sign is printed one each, unless one is chosen."""
EACH_WAY = "each"
