"""The problems of the project: which there are is in `problems.jsonl`, what each says comes from its environment."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import verifiers.v1 as vf

PROBLEMS = Path(__file__).parent / "problems.jsonl"


class TeamTasksetConfig(vf.TasksetConfig):
    split: Literal["train", "test"] = "train"
    """Which problems to play (`--env.taskset.split test`)."""


class TeamData(vf.TaskData):
    split: Literal["train", "test"]
    index: int
    """Of the problem in its split, as the environment counts."""


class TeamTask(vf.Task[TeamData]):
    """A problem. Rewards are recorded by the env, so the task has none of its own."""


class TeamTaskset(vf.Taskset[TeamTask, TeamTasksetConfig]):
    def load(self) -> Iterator[TeamTask]:
        split = self.config.split
        with PROBLEMS.open(encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                if row["split"] == split:
                    index = row["index"]
                    data = TeamData(idx=index, name=f"{split} {index}", prompt=None, split=split, index=index)
                    yield TeamTask(data, self.config.task)
