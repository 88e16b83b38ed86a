"""Histories of any operations, made up by Hypothesis, against a simple model of who may see what."""
