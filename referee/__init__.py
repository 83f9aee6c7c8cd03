"""The service: storage, HTTP, pages, clocks, access and the command line."""
