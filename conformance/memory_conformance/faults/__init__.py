"""Planted faults: services that are wrong in one thing, and the scenarios that must say so."""
