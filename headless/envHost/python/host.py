"""The other end of `env_host.mjs`: a process of Node that has the team's graph, its prompts and the environment.

Calls that are made at about the same time travel in one line. A call that takes longer than `timeout_s` ends the process, and with it
the episodes it had; the next `open` starts another.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
from pathlib import Path
from typing import Any

PROTOCOL = 1
HOST = Path(__file__).parent / "env_host.mjs"
LINE_BYTES = 64 * 1024 * 1024
"""Of an answer; a request may have 16 MiB."""
CALLS = 256
"""Of one line."""


class HostError(RuntimeError):
    """What the host refused, by the code of its fault; `E_HOST_LOST` where it is gone."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{message} ({code})")
        self.code = code


def _refused(fault: dict[str, Any]) -> HostError:
    line = (fault.get("place") or {}).get("line")
    where = f" Line {line} of the environment." if line else ""
    hint = f" {fault['hint']}" if fault.get("hint") else ""
    return HostError(fault["code"], fault["message"] + where + hint)


class _Process:
    """One run of the host; dead for good once its output ends."""

    def __init__(self, process: asyncio.subprocess.Process, hello: dict[str, Any]) -> None:
        self.process = process
        self.hello = hello
        self.dead = False
        self._answers: dict[int, list[asyncio.Future]] = {}
        self._waiting: list[tuple[dict, asyncio.Future]] = []
        self._sent = 0
        self._reading = asyncio.create_task(self._read())
        self._writing: asyncio.Task | None = None

    @classmethod
    async def start(cls, node: str, arguments: list[str], timeout_s: float) -> _Process:
        command = shutil.which(node)
        if command is None:
            raise HostError("E_HOST_NODE", f"There is no {node!r} to run env_host.mjs: install Node 20.19 or newer")
        process = await asyncio.create_subprocess_exec(
            command,
            str(HOST),
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LINE_BYTES,
        )
        try:
            async with asyncio.timeout(timeout_s):
                line = await process.stdout.readline()
            first = json.loads(line) if line else {}
            if "fault" in first:
                raise _refused(first["fault"])
            if first.get("protocol") != PROTOCOL or "hello" not in first:
                raise HostError("E_HOST_VERSION", f"env_host.mjs speaks protocol {first.get('protocol')}, this package {PROTOCOL}")
            return cls(process, first["hello"])
        except BaseException:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            raise

    async def call(self, call: dict[str, Any], timeout_s: float) -> dict[str, Any] | None:
        if self.dead:
            raise HostError("E_HOST_LOST", "The host of the episodes is gone")
        answer: asyncio.Future = asyncio.get_running_loop().create_future()
        self._waiting.append((call, answer))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        try:
            async with asyncio.timeout(timeout_s):
                return await asyncio.shield(answer)
        except TimeoutError:
            self.kill(f"a call took longer than {timeout_s:g} s")
            raise HostError("E_HOST_TIME", f"The environment did not answer within {timeout_s:g} s") from None
        finally:
            # Of a call that nobody waits for any more.
            answer.add_done_callback(lambda done: done.cancelled() or done.exception())

    def kill(self, why: str) -> None:
        if self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
        self._lose(why)

    async def stop(self) -> None:
        self.kill("it was stopped")
        self._reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reading
        await self.process.wait()

    async def _write(self) -> None:
        # What else is asked in this turn of the loop goes with it.
        await asyncio.sleep(0)
        while self._waiting and not self.dead:
            batch, self._waiting = self._waiting[:CALLS], self._waiting[CALLS:]
            self._sent += 1
            self._answers[self._sent] = [answer for _, answer in batch]
            request = {"protocol": PROTOCOL, "id": self._sent, "calls": [call for call, _ in batch]}
            self.process.stdin.write(json.dumps(request, separators=(",", ":")).encode() + b"\n")
            with contextlib.suppress(ConnectionError):
                await self.process.stdin.drain()

    async def _read(self) -> None:
        why = "it ended"
        try:
            while line := await self.process.stdout.readline():
                self._take(json.loads(line))
        except (ValueError, KeyError) as error:
            why = f"its answer could not be read: {error}"
        self.kill(why)

    def _take(self, line: dict[str, Any]) -> None:
        answers = self._answers.pop(line["id"], None) if line.get("id") is not None else None
        if "fault" in line:
            # Of no request, or of a whole one: nothing that this side sends should be refused whole.
            error = _refused(line["fault"])
            if answers is None:
                self.kill(str(error))
            for answer in answers or []:
                _fail(answer, error)
            return
        for answer, result in zip(answers or [], line["answers"], strict=True):
            if "fault" in result:
                _fail(answer, _refused(result["fault"]))
            elif not answer.done():
                answer.set_result(result["ok"])

    def _lose(self, why: str) -> None:
        self.dead = True
        waiting = [answer for answers in self._answers.values() for answer in answers] + [answer for _, answer in self._waiting]
        self._answers, self._waiting = {}, []
        for answer in waiting:
            _fail(answer, HostError("E_HOST_LOST", f"The host of the episodes is gone: {why}"))


def _fail(answer: asyncio.Future, error: HostError) -> None:
    if not answer.done():
        answer.set_exception(error)


class EnvHost:
    """Episodes of the project, played over whichever process is alive."""

    def __init__(self, node: str = "node", timeout_s: float = 60.0, fold_system: bool = False) -> None:
        self._node = node
        self._timeout_s = timeout_s
        self._arguments = ["--no-system"] if fold_system else []
        self._process: _Process | None = None
        self._starting = asyncio.Lock()

    async def start(self) -> dict[str, Any]:
        """Starts the process where none is alive; returns what it says of itself."""
        async with self._starting:
            if self._process is None or self._process.dead:
                self._process = await _Process.start(self._node, self._arguments, self._timeout_s)
            return self._process.hello

    async def open(self, split: str, index: int, episode: int) -> Played:
        await self.start()
        process = self._process
        call = {"do": "open", "split": split, "index": index, "episode": episode}
        return Played(process, self._timeout_s, await process.call(call, self._timeout_s))

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            await process.stop()


class Played:
    """An episode as it stands: `asks`, who is to speak now, and `end`, how it ended; one of the two is empty."""

    def __init__(self, process: _Process, timeout_s: float, standing: dict[str, Any]) -> None:
        self._process = process
        self._timeout_s = timeout_s
        self._standing = standing

    @property
    def asks(self) -> list[dict[str, Any]]:
        return self._standing["asks"]

    @property
    def end(self) -> dict[str, Any] | None:
        return self._standing["end"]

    async def say(self, said: list[dict[str, Any]]) -> None:
        """Answers all asks."""
        call = {"do": "say", "episode": self._standing["episode"], "said": said}
        self._standing = await self._process.call(call, self._timeout_s)

    async def close(self) -> None:
        """Lets go of an episode that is not played on; of one that is over nothing is left."""
        if self.end is None and not self._process.dead:
            with contextlib.suppress(HostError):
                await self._process.call({"do": "close", "episode": self._standing["episode"]}, self._timeout_s)
