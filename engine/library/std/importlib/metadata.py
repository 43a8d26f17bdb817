"""Versions of installed packages: torch is the only one here."""


class PackageNotFoundError(ModuleNotFoundError):
    """The package was not found."""

    def __str__(self):
        return f"No package metadata was found for {self.name}"

    @property
    def name(self):
        (name,) = self.args
        return name


def version(distribution_name):
    if distribution_name != "torch":
        raise PackageNotFoundError(distribution_name)
    import torch
    return str(torch.__version__)
