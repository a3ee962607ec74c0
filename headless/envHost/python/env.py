"""The team on one problem. Who speaks when, what each reads and what it earns is told by the host (`env_host.mjs`); here the seats are
called, in the order they are asked for. All seats that name no model of their own are played, and trained, as one policy."""

import asyncio
import secrets
from typing import Any

import verifiers.v1 as vf

from .host import EnvHost, Played
from .seats import FROZEN, SEATS, TeamEnvConfig


class TeamEnv(vf.Env[TeamEnvConfig]):
    _host: EnvHost | None = None

    async def start(self) -> None:
        config = self.config
        self._host = EnvHost(node=config.node, timeout_s=config.host_timeout, fold_system=config.fold_system)
        hello = await self._host.start()
        if hello["roles"] != list(SEATS):
            raise ValueError(f"seats.py has the seats {list(SEATS)}, the project {hello['roles']}: use the files of one package together")

    async def stop(self) -> None:
        host, self._host = self._host, None
        if host is not None:
            await host.stop()

    async def setup(self, agents: vf.Agents) -> None:
        for seat in FROZEN:
            getattr(agents, seat).trainable = False

    async def run(self, task: vf.Task, agents: vf.Agents) -> None:
        if self._host is None:
            raise RuntimeError("the env is not served: play it inside `serving()`")
        # Keys what the environment draws, so that episodes of one problem differ; kept with every trace.
        number = secrets.randbits(32)
        played = await self._host.open(task.data.split, task.data.index, number)
        traces: dict[int, vf.Trace] = {}
        try:
            while played.asks:
                asks = played.asks
                spoken = await asyncio.gather(*(self._speak(task, agents, ask) for ask in asks))
                traces.update({ask["index"]: trace for ask, trace in zip(asks, spoken, strict=True)})
                await played.say([said(ask["index"], trace) for ask, trace in zip(asks, spoken, strict=True)])
        finally:
            await played.close()
        self._pay(played, traces, number)

    async def _speak(self, task: vf.Task, agents: vf.Agents, ask: dict[str, Any]) -> vf.Trace:
        data = vf.TaskData(idx=task.data.idx, name=f"{task.data.name} {ask['role']}", prompt=ask["messages"])
        trace = await getattr(agents, SEATS[ask["role"]]).run(vf.Task(data))
        if not trace.ok:
            raise RuntimeError(f"{ask['role']} did not answer: {trace.last_error.message if trace.last_error else 'no reply'}")
        return trace

    def _pay(self, played: Played, traces: dict[int, vf.Trace], number: int) -> None:
        end = played.end
        for message in end["messages"]:
            trace = traces[message["index"]]
            trace.record_reward("reward", message["reward"])
            trace.record_metrics({"team_reward": end["reward"], "turns": float(end["turns"]), **end["skills"]})
            trace.info["marft"] = {
                "role": message["role"],
                "turn": message["turn"],
                "message": message["index"],
                "episode": number,
                "rewards": end["rewards"],
                "terminated": end["terminated"],
                "environment": end["info"],
            }


def said(index: int, trace: vf.Trace) -> dict[str, Any]:
    """What the seat answered, to the letter: `trace.last_reply` would be trimmed."""
    reply = trace.assistant_messages[-1]
    finish = next((call.finish_reason for call in reversed(trace.calls) if call.finish_reason is not None), None)
    answer = {"index": index, "text": reply.content or "", "finish": "length" if finish == "length" else "stop"}
    return answer | ({"thought": reply.reasoning_content} if reply.reasoning_content is not None else {})
