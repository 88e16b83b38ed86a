"""Results, and the reports that are made from them and from nothing else."""
