"""What verifiers and prime-rl leave of rollouts, written by their own code. verifiers (PrimeIntellect-ai/verifiers, a60a606e): its
`Episode`, `Trace` and `MessageNode` and `write_episode` of `v1/cli/output.py`, and `save_outputs` of its first interface. prime-rl
(PrimeIntellect-ai/prime-rl, 559b4477): `log_episodes` of `monitors/file.py`, and the `TokenExporter` of `trainer/rl/token_export.py`.
The episodes are ours: a planner and a solver, with seeded numbers. What these modules import for other purposes is not there.

    pip install pydantic openai anthropic mcp numpy torch orjson httpx aiohttp loguru tenacity
    python make_prime.py PATH_OF_A_CHECKOUT_OF_VERIFIERS PATH_OF_A_CHECKOUT_OF_PRIME_RL
"""

import asyncio
import importlib.abc
import importlib.machinery
import json
import random
import sys
import time
import types
from enum import Enum
from pathlib import Path
from types import SimpleNamespace

import orjson
import pydantic
import torch
from theirs import function_of

HERE = Path(__file__).parent
VERIFIERS, PRIME = sys.argv[1:3]
time.time = lambda: 1_700_000_000.0


class Absent(types.ModuleType):
    """A module that is not there: each of its names is an empty model."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        value = type(name, (pydantic.BaseModel,), {})
        setattr(self, name, value)
        return value


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    NAMES = "renderers prime_tunnel prime_sandboxes pydantic_config gepa zmq aiolimiter setproctitle agents math_verify uvloop".split()

    def find_spec(self, name, path, target=None):
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if name.split(".")[0] in self.NAMES else None

    def create_module(self, spec):
        return Absent(spec.name)

    def exec_module(self, module):
        module.__path__ = []


def package(name: str, path: str, **names) -> None:
    module = types.ModuleType(name)
    module.__path__ = [path]
    vars(module).update(names)
    sys.modules[name] = module


sys.meta_path.append(Finder())
package("verifiers", f"{VERIFIERS}/verifiers", __version__="0.1.15")
package("verifiers.v1", f"{VERIFIERS}/verifiers/v1")
import verifiers.v1.utils.version as version  # noqa: E402

version.verifiers_commit = lambda: "a60a606e"
from verifiers.v1.configs.agent import WireAgentConfig  # noqa: E402
from verifiers.v1.episode import EnvInfo, EvalRunInfo, EvalWorkInfo, GroupInfo, PolicySpan, TrainRunInfo, TrainWorkInfo, WireEpisode  # noqa: E402
from verifiers.v1.graph import MessageNode  # noqa: E402
from verifiers.v1.task import WireTaskData  # noqa: E402
from verifiers.v1.trace import EXCLUDE_FIELDS, AgentInfo, ModelCall, Reward, Timing, TraceTask, WireTrace  # noqa: E402
from verifiers.v1.types import AssistantMessage, SamplingConfig, SystemMessage, ToolCall, ToolMessage, UserMessage  # noqa: E402

numbers = random.Random(11)
clock = iter(range(1_700_000_000, 1_700_009_999))


def node(parent, message, sampled=False, tokens=True, credit=None):
    prompt, said = numbers.randint(2, 4), numbers.randint(2, 5) if sampled else 0
    of = dict(parent=parent, message=message, sampled=sampled, timestamp=float(next(clock)))
    if tokens:
        ids = [numbers.randrange(100) for _ in range(prompt + said)]
        of |= dict(token_ids=ids, mask=[False] * prompt + [True] * said)
        if sampled:
            of |= dict(logprobs=[-numbers.random() - 0.01 for _ in range(said)])
            if credit is not None:
                of |= dict(advantages=[credit] * said)
    return MessageNode(**of)


def trace(name, task, ident, nodes, finishes, rewards, stop, trainable=True):
    sampled = [index for index, one in enumerate(nodes) if one.sampled]
    calls = [
        ModelCall(node=index, model="m", finish_reason=finish, sampling=SamplingConfig(temperature=0.75, max_tokens=64))
        for index, finish in zip(sampled, finishes)
    ]
    return WireTrace(
        id=ident,
        task=task,
        agent=AgentInfo(config=WireAgentConfig(), name=name, trainable=trainable),
        nodes=nodes,
        calls=calls,
        rewards=rewards,
        metrics={"length": float(len(nodes)), "unknown": None},
        is_completed=True,
        ok=True,
        stop_condition=stop,
        timing=Timing(start=1.0),
    )


def episode(index, run, group, tokens=True, credit=None, cut=False):
    task = TraceTask(type="Sum", data=WireTaskData(idx=index // 2, prompt="3 plus 4?"), key=f"sum-{index // 2}", hash="h")
    asked = lambda who: [
        node(None, SystemMessage(content=f"You are the {who}."), tokens=tokens),
        node(0, UserMessage(content=f"{index // 2 + 3} plus 4?"), tokens=tokens),
    ]
    plan = asked("planner")
    plan.append(node(1, AssistantMessage(content="Add them. 七"), True, tokens, credit))
    call = AssistantMessage(content="", reasoning_content="Let me see.", tool_calls=[ToolCall(id="c", name="add", arguments='{"a": 3}')])
    solve = asked("solver")
    solve.append(node(1, call, True, tokens, credit and -credit))
    solve.append(node(2, ToolMessage(tool_call_id="c", content="7"), tokens=tokens))
    solve.append(node(3, AssistantMessage(content="It is 7."), True, tokens, credit and credit / 2))
    score = 1.0 if index % 2 == 0 else 0.0
    traces = [
        trace("planner", task, f"p{index}", plan, ["stop"], {"team": Reward(score=score), "brief": Reward(score=0.5, weight=0.5)}, "done"),
        trace("solver", task, f"s{index}", solve, ["tool_calls", "length" if cut else "stop"], {"team": Reward(score=score)}, "max_turns" if cut else "done"),
    ]
    return WireEpisode(id=f"e{index}", env=EnvInfo(id="sums"), task=task, group=GroupInfo(id=group) if group else None, run=run, ok=True, traces=traces)


def empty(path: Path) -> Path:
    for file in path.glob("**/*.jsonl"):
        file.unlink()
    return path


# verifiers: an evaluation without tokens, as a provider's models are, and one with them.
adapter = pydantic.TypeAdapter
write = function_of(VERIFIERS, "verifiers/v1/cli/output.py", "write_episode", {"type_adapter": adapter, "TRACES_FILE": "traces.jsonl"})
out = empty(HERE / "verifiers")
(out / "outputs").mkdir(parents=True, exist_ok=True)
for index in range(4):
    write(out / "outputs", episode(index, EvalRunInfo(id="r"), None, tokens=index % 2 == 0, cut=index == 3))

save = function_of(VERIFIERS, "verifiers/legacy/utils/save_utils.py", "save_outputs", {"json": json, "make_serializable": str, "_append_prefix": lambda _: ""})
chat = [{"role": "system", "content": "Solve."}, {"role": "user", "content": "3 plus 4?"}]
answers = [
    {"role": "assistant", "content": "Let me.", "tool_calls": ['{"id": "c", "name": "add", "arguments": "{\\"a\\": 3}"}']},
    {"role": "tool", "tool_call_id": "c", "content": "7"},
    {"role": "assistant", "content": "It is 7."},
]
saved = [
    {"example_id": index // 2, "prompt": chat, "completion": answers[-1:] if index % 2 else answers, "answer": "7", "reward": index / 4,
     "timing": {"start_time": 1.0}, "is_completed": True, "is_truncated": index == 2, "stop_condition": "done", "metrics": {"exact": float(index), "format": 0.5}, "exact": float(index), "format": 0.5}
    for index in range(4)
]
steps = [
    {"prompt": chat, "completion": answers[:1], "reward": 0.25, "advantage": -0.5, "is_truncated": False, "trajectory_id": "t", "extras": {},
     "tokens": {"prompt_ids": [1, 2, 3], "prompt_mask": [0, 0, 0], "completion_ids": [4, 5], "completion_mask": [1, 0], "completion_logprobs": [-0.5, -0.25], "overlong_prompt": False, "is_truncated": False}},
    {"prompt": chat + answers[:2], "completion": answers[2:], "reward": None, "advantage": 0.75, "is_truncated": True, "trajectory_id": "t", "extras": {"agent_id": "solver"}, "tokens": None},
]
saved.append({**saved[0], "example_id": 7, "trajectory": steps})
save(saved, out / "saved", "w")

# prime-rl: the episodes of a step, all that came and those it was trained on, and an evaluation.
out = empty(HERE / "prime-rl")
log = function_of(PRIME, "src/prime_rl/monitors/file.py", "log_episodes", {"asyncio": asyncio, "orjson": orjson})
train = lambda step: TrainRunInfo(id="r", work=TrainWorkInfo(step=step, policy=PolicySpan(start=step - 1, end=step)))
effective = [episode(index, train(1), f"g{index // 2}", credit=0.5 if index % 2 == 0 else -0.5) for index in (10, 11)]
dropped = episode(12, train(1), "g6")
monitor = SimpleNamespace(output_dir=out)
asyncio.run(log(monitor, [*effective, dropped], 1, "train", "all"))
asyncio.run(log(monitor, effective, 1, "train", "effective"))
evaluated = TrainRunInfo(id="r", work=EvalWorkInfo(step=1))
asyncio.run(log(monitor, [episode(14, evaluated, None)], 1, "eval", "all"))


# Its trainer's tokens of the same step, and of the next.
class DefaultLossConfig:
    dppo_mask_high, dppo_mask_low = 0.02, 0.01


loss = {"torch": torch, "Tensor": torch.Tensor}
package("prime_rl", PRIME)
package("prime_rl.configs", PRIME)
package("prime_rl.configs.trainer", PRIME, DefaultLossConfig=DefaultLossConfig, TrainerConfig=object)
package("prime_rl.trainer", PRIME)
package("prime_rl.trainer.rl", PRIME)
package(
    "prime_rl.trainer.rl.loss",
    PRIME,
    compute_importance_ratio_and_mismatch_kl=function_of(PRIME, "src/prime_rl/trainer/rl/loss.py", "compute_importance_ratio_and_mismatch_kl", loss),
)
exporting = {"__name__": "token_export"}
exec(Path(PRIME, "src/prime_rl/trainer/rl/token_export.py").read_text(), exporting)
torch.manual_seed(5)


def export(exporter, step, micro_step, episodes):
    branches = [branch for one in episodes for of in one.traces for branch in of.branches]
    row = lambda values, pad: torch.tensor([value for branch in values for value in branch] + [pad] * 3)
    mask = row([branch.sampled_mask for branch in branches], False)
    inference = row([branch.logprobs for branch in branches], 0.0)
    batch = {
        "input_ids": row([branch.token_ids for branch in branches], 0),
        "position_ids": row([range(len(branch.token_ids)) for branch in branches], 0),
        "loss_mask": mask,
        "advantages": row([branch.advantages for branch in branches], 0.0),
        "inference_logprobs": inference,
        "env_names": ["sums"] * (len(mask) - 3) + [""] * 3,
    }
    trained = torch.where(mask, inference - 0.02 * torch.rand(len(mask)), -torch.rand(len(mask)))
    output = {"logprobs": trained, "entropy": torch.rand(len(mask))}
    lengths = [len(branch.token_ids) for branch in branches]
    lengths[-1] += 3
    exporter.export(step, micro_step, batch, output, lengths, DefaultLossConfig())


first, second = (exporting["TokenExporter"](out, rank) for rank in (0, 1))
export(first, 1, 0, effective)
for index, exporter in enumerate([first, second]):
    export(exporter, 2, index, [episode(20 + index, train(2), "g", credit=0.25)])
for exporter in (first, second):
    exporter.mark_stable()
for stable in out.glob("**/STABLE"):
    stable.unlink()
