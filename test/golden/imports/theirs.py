"""Functions of another project's sources, taken out of a checkout of it, so that its own code writes a fixture without what it imports."""

import ast
import textwrap
from pathlib import Path


def function_of(checkout: str, path: str, name: str, scope: dict):
    """The function or method `name` of a source file, made with the names of `scope`."""
    source = Path(checkout, path).read_text()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == name:
            lines = source.splitlines()[node.lineno - 1 : node.end_lineno]
            exec("from __future__ import annotations\n" + textwrap.dedent("\n".join(lines)), scope)
            return scope[name]
    raise SystemExit(f"{path} has no {name}")
