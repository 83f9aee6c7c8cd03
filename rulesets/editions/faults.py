"""What is wrong with an edition: always all of it, never only the first fault."""


class EditionError(ValueError):
    """An edition that cannot be used. `faults` has a sentence for each fault: where, what is wrong, what is right."""

    def __init__(self, name: str, faults: tuple[str, ...]) -> None:
        super().__init__(f"edition {name}:" + "".join(f"\n  {fault}" for fault in faults))
        self.name = name
        self.faults = faults
