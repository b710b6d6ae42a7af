"""The movement graph as text for Graphviz, in CardStock's colours."""

from __future__ import annotations

from kibitz.analysis.measures.movement import Edge, Flow, Movement, MovementNode, Openness

FILLS = {
    Openness.PUBLIC: "lightgreen",
    Openness.PRIVATE: "lightblue",
    Openness.HIDDEN: "khaki",
    Openness.OTHERS: "plum1",
    Openness.MEMORY: "grey90",
}
_STYLES = {
    Flow.DEALT: "color=black",
    Flow.TAKEN: "color=red, penwidth=3, style=dotted",
    Flow.SHARED: "color=blue, penwidth=3, style=dashed",
    Flow.REVEALED: "color=green, penwidth=3",
}


def dot_text(graph: Movement, title: str) -> str:
    lines = [
        "digraph movement {",
        f"  label={_quoted(title)}; labelloc=t; compound=true;",
        '  node [shape=box, style="rounded,filled"];',
    ]
    for owner in dict.fromkeys(node.owner_name for node in graph.nodes):
        lines += _cluster(owner, [node for node in graph.nodes if node.owner_name == owner])
    lines += [_edge(edge) for edge in graph.edges]
    return "\n".join([*lines, "}", ""])


def _cluster(owner: str, nodes: list[MovementNode]) -> list[str]:
    return [
        f"  subgraph {_quoted(f'cluster_{owner}')} {{",
        f"    label={_quoted(owner)}; style=filled; fillcolor=ghostwhite;",
        *(f"    {_node(node)}" for node in nodes),
        "  }",
    ]


def _node(node: MovementNode) -> str:
    name = node.name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    label = f"<{name}<SUB>{node.index}</SUB>>" if node.index else _quoted(node.name)
    facts = [f"label={label}", f"fillcolor={FILLS[node.openness]}"]
    if node.is_start:
        facts.append("penwidth=3")
    if node.openness is Openness.MEMORY:
        facts.append('style="rounded,filled,dotted"')
    return f"{_quoted(node.key)} [{', '.join(facts)}];"


def _edge(edge: Edge) -> str:
    ends = f"{_quoted(edge.source.key)} -> {_quoted(edge.destination.key)}"
    return f'  {ends} [{_STYLES[edge.flow]}, tooltip="{edge.count:.3g} cards a match"];'


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
