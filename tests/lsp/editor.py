"""An editor at the other end of a language server: plain JSON-RPC over pipes."""

from __future__ import annotations

import json
import subprocess
import sys
from types import TracebackType
from typing import Any

URI = "file:///games/mine.rcy"


class Editor:
    """Has one program open and asks about it."""

    def __init__(self) -> None:
        self._server = subprocess.Popen(
            [sys.executable, "-m", "kibitz", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._asked = 0
        self._version = 0
        self.capabilities = self.ask("initialize", processId=None, rootUri=None, capabilities={})[
            "capabilities"
        ]
        self.tell("initialized")

    def __enter__(self) -> Editor:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if fault is not None:
            self._server.kill()
        else:
            self.leave()
        self._server.communicate()

    def leave(self) -> int:
        """The exit code of the server, told to go."""
        if self._server.poll() is None:
            self.ask("shutdown")
            self.tell("exit")
        return self._server.wait(timeout=20)

    # ------------------------------------------------------------------ the program

    def open(self, text: str, uri: str = URI) -> list[dict[str, Any]]:
        """What is wrong with a text that is opened."""
        document = {"uri": uri, "languageId": "recycle", "version": 0, "text": text}
        self.tell("textDocument/didOpen", textDocument=document)
        return self.told(uri)

    def close(self, uri: str) -> None:
        self.tell("textDocument/didClose", textDocument={"uri": uri})
        assert self.told(uri) == []

    def type(self, text: str) -> list[dict[str, Any]]:
        """What is wrong with the program when it reads like that."""
        self._version += 1
        self.tell(
            "textDocument/didChange",
            textDocument={"uri": URI, "version": self._version},
            contentChanges=[{"text": text}],
        )
        return self.told(URI)

    def at(self, method: str, line: int, character: int, more: Any = None, uri: str = URI) -> Any:
        """The answer to a question about a place, both counted from 0."""
        place = {"line": line, "character": character}
        return self.ask(
            f"textDocument/{method}", textDocument={"uri": uri}, position=place, **(more or {})
        )

    def of(self, method: str, uri: str = URI) -> Any:
        """The answer to a question about a whole text."""
        return self.ask(f"textDocument/{method}", textDocument={"uri": uri})

    def told(self, uri: str) -> list[dict[str, Any]]:
        """What the server says unasked about this text."""
        found = self._heard()
        assert found["method"] == "textDocument/publishDiagnostics"
        assert found["params"]["uri"] == uri
        diagnostics: list[dict[str, Any]] = found["params"]["diagnostics"]
        return diagnostics

    # ------------------------------------------------------------------ the wire

    def ask(self, method: str, **parameters: Any) -> Any:
        """The result; an error comes back as a dictionary with `message`."""
        self._asked += 1
        self._say({"id": self._asked, "method": method, "params": parameters})
        answer = self._heard()
        assert answer.get("id") == self._asked, answer
        return answer["error"] if "error" in answer else answer["result"]

    def tell(self, method: str, **parameters: Any) -> None:
        self._say({"method": method, "params": parameters})

    def _say(self, message: dict[str, Any]) -> None:
        assert self._server.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._server.stdin.flush()

    def _heard(self) -> dict[str, Any]:
        assert self._server.stdout is not None
        length = 0
        while (line := self._server.stdout.readline()) != b"\r\n":
            assert line, "the server hung up"
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        message: dict[str, Any] = json.loads(self._server.stdout.read(length))
        return message
