"""Which events are sent: a port of google-adk 2.13.0, google/adk/memory/vertex_ai_memory_bank_service.py L729-754.

What it takes from flows/llm_flows/context/_contents.py is cited by that name.
"""

from __future__ import annotations

from memory_conformance.model import Content, Event

_REQUEST_EUC_FUNCTION_CALL_NAME = "adk_request_credential"
"""google/adk/utils/_function_call_names.py L20."""

_OBJECTS = frozenset(
    {
        "inlineData",
        "fileData",
        "functionCall",
        "functionResponse",
        "executableCode",
        "codeExecutionResult",
        "toolCall",
        "toolResponse",
    }
)
"""What makes a part worth storing beside a text (L743-751). Each is an object there, and so counts even if it is empty."""


def should_filter_out_event(event: Event) -> bool:
    """L729-734."""
    return _is_empty_content(event.content) or _is_auth_event(event)


def _is_empty_content(content: Content | None) -> bool:
    """L737-754."""
    if content is None or not content.parts:
        return True
    # Names that the protocol does not know pass through it as they are, so that a part is asked as it is on the wire.
    return not any(part.text or _OBJECTS & part.to_wire().keys() for part in content.parts)


def _is_auth_event(event: Event) -> bool:
    """Whether it asks for credentials or brings them, with whatever else (_contents.py L821-835)."""
    return any(
        call is not None and call.get("name") == _REQUEST_EUC_FUNCTION_CALL_NAME
        for part in (event.content and event.content.parts) or ()
        for call in (part.function_call, part.function_response)
    )
