"""What AReaL dumps with `rollout.dump_to_file`, by its own `_dump_trajectory` (areal/infra/workflow_executor.py of inclusionAI/AReaL,
4aef98d8), and the transcripts of MARFT on it, by its own `_dump_transcript` (areal/workflow/multi_agent/workflow.py and
dynamic_workflow.py of jwliao-ai/MARFT, 29b184c6; the two files lie in one folder). The episodes are ours, by the tokenizer of
`../model-dir`.

    pip install transformers torch aiofiles
    python make_areal.py PATH_OF_A_CHECKOUT_OF_AREAL PATH_OF_THE_FOLDER_WITH_BOTH_WORKFLOWS
"""

import asyncio
import json
import os
import sys
import uuid
from pathlib import Path
from types import SimpleNamespace

import aiofiles
import aiofiles.os
import torch
from theirs import function_of
from transformers import AutoTokenizer

HERE = Path(__file__).parent
AREAL, MARFT = sys.argv[1:3]
tokenizer = AutoTokenizer.from_pretrained(HERE.parent / "model-dir")
dump = function_of(AREAL, "areal/infra/workflow_executor.py", "_dump_trajectory", {"os": os, "json": json, "aiofiles": aiofiles})


def chat(messages: list, header: bool) -> list:
    encoded = tokenizer.apply_chat_template(messages, add_generation_prompt=header, tokenize=True, return_dict=True)
    return encoded["input_ids"]


def trajectory(question: str, answers: list, rewards: list, versions: list) -> dict:
    asked = chat([{"role": "system", "content": "Solve it."}, {"role": "user", "content": question}], True)
    rows = [asked + tokenizer(text)["input_ids"] for text in answers]
    longest = max(map(len, rows))
    padded = lambda values, of: torch.tensor([row + [of] * (longest - len(row)) for row in values])
    return {
        "input_ids": padded(rows, 0),
        "loss_mask": padded([[0] * len(asked) + [1] * (len(row) - len(asked)) for row in rows], 0),
        "attention_mask": padded([[1] * len(row) for row in rows], 0),
        "rewards": torch.tensor(rewards, dtype=torch.float32),
        "versions": torch.tensor([versions]),
    }


async def rollouts(folder: str, is_eval: bool) -> None:
    class Executor(SimpleNamespace):
        def _get_dump_dir(self, is_eval):
            return str(HERE / "areal" / folder)

        def _get_tokenizer(self):
            return tokenizer

    async def one(task: int, *of) -> None:
        written, why = await dump(Executor(), trajectory(*of), task, is_eval)
        assert written, why

    await one(0, "3 plus 4?", ["It is 7.<|im_end|>", "It is 八.<|im_end|>"], [1.0, 0.0], [2, 3])
    await one(1, "6 times 2?", ["I do not", "12<|im_end|>"], [-0.5, 0.9], [3, 3])


asyncio.run(rollouts("rollout", False))
asyncio.run(rollouts("eval-rollout", True))

names = iter(["0f9e", "1a2b"])
scope = {"os": os, "json": json, "asyncio": asyncio, "uuid": SimpleNamespace(uuid4=lambda: SimpleNamespace(hex=next(names)))}
engine = SimpleNamespace(get_version=lambda: 4)


def team(agents: list, texts: list) -> tuple:
    messages = [{"role": "user", "content": "3 plus 4?"}]
    steps, at = [], 40
    for index, (agent, text) in enumerate(zip(agents, texts)):
        ids = tokenizer(text)["input_ids"]
        said = tokenizer.decode(ids)
        messages.append({"role": "assistant", "content": said, "agent_name": agent})
        steps.append(SimpleNamespace(agent_name=agent, step_index=index, token_start=at, token_end=at + len(ids), output_text=said))
        at += len(ids) + 9
    return SimpleNamespace(messages=messages), steps


for source, agents, texts in [
    ("workflow.py", ["planner", "solver"], ["Add them.<|im_end|>", "It is \\boxed{7}<|im_end|>"]),
    ("dynamic_workflow.py", ["orchestrator", "solver", "orchestrator"], ["<call>solver</call>", "It is 7", "<done/>"]),
]:
    work = dict(scope)
    work["_write_file"] = function_of(MARFT, source, "_write_file", dict(scope))
    write = function_of(MARFT, source, "_dump_transcript", work)
    env, steps = team(agents, texts)
    folder = "ma_transcripts" if source == "workflow.py" else "dynamic_ma_transcripts"
    me = SimpleNamespace(dump_dir=str(HERE / "areal" / folder))
    asyncio.run(write(me, engine, env, steps, 1.0 if source == "workflow.py" else 0.25, {"answer": "7"}))
