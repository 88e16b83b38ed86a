"""A history that breaks a rule, in the three forms in which somebody else can repeat it."""

from __future__ import annotations

from memory_conformance.leaks.machine.by_hand import as_messages, as_pytest
from memory_conformance.leaks.machine.in_gherkin import as_scenario
from memory_conformance.leaks.machine.violation import Violation
from memory_conformance.report.proved import Way
from memory_conformance.target import Target


def way_of(violation: Violation, target: Target) -> Way:
    """The forms of a history on one backend. The scenario is empty where no sentence says what is in the history."""
    messages = as_messages(violation, target.connectable)
    return Way(
        scenario=as_scenario(violation),
        test=as_pytest(violation, target.connectable, target.config),
        messages=f"# {messages.how}\n{messages.text}\n",
    )
