"""What a game declares beside its law for whoever shows, counts or logs it: pages, boards, papers and the tablet."""
