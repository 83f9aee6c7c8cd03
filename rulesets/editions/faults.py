"""The error for an edition that cannot be used: it lists all faults, not only the first."""


class EditionError(ValueError):
    """An edition that cannot be used. `faults` has a sentence for each: where, what is wrong, what would be right."""

    def __init__(self, name: str, faults: tuple[str, ...]) -> None:
        super().__init__(f"edition {name}:" + "".join(f"\n  {fault}" for fault in faults))
        self.name = name
        self.faults = faults
