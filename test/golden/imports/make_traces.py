"""Traces and curves as the projects' own code writes them, for the readers of src/core/formats/imports.

    python make_traces.py [otel] [langsmith] [tfevents] [wandb] [trackio] [sqlite]

Needs, each for its own part: opentelemetry-sdk 1.45 with opentelemetry-exporter-otlp-json-file of opentelemetry-python 0a5d76b,
langsmith 0.14, tensorboard 2.21 and tensorboardX 2.6.5, wandb 0.30 (which runs offline) with wandb/sdk/internal/datastore.py of
b6e2950 on the path, which the package no longer has, trackio 2a02752. Nothing is sent anywhere.
Phoenix's and Langfuse's files are written by hand from their documented schemas (docs/imports.md).
"""

import json
import os
import random
import shutil
import sys
import tempfile
from datetime import datetime, timedelta, timezone
from pathlib import Path

HERE = Path(__file__).parent
START = datetime(2026, 11, 25, 10, 0, 0, tzinfo=timezone.utc)


def folder(name: str) -> Path:
    path = HERE / name
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path


PROBLEMS = ["What is 17 + 25?", "What is 6 × 7, in words?"]
PLANS = ["Add the tens, then the ones.", "Multiply, then spell it."]
ANSWERS = ["42", "forty-two"]


def otel() -> None:
    """A planner and a solver who calls a tool; messages in attributes, in span events, and in log records."""
    from opentelemetry._logs import SeverityNumber
    from opentelemetry.exporter.otlp.json.file import FileSpanExporter
    from opentelemetry.exporter.otlp.json.file._log_exporter import FileLogExporter
    from opentelemetry.sdk._logs import LoggerProvider
    from opentelemetry.sdk._logs.export import SimpleLogRecordProcessor
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor
    from opentelemetry.sdk.trace.id_generator import IdGenerator
    from opentelemetry.trace import set_span_in_context

    class Seeded(IdGenerator):
        def __init__(self) -> None:
            self.bits = random.Random(7)

        def generate_span_id(self) -> int:
            return self.bits.getrandbits(64) | 1

        def generate_trace_id(self) -> int:
            return self.bits.getrandbits(128) | 1

    out = folder("opentelemetry")
    resource = Resource({"service.name": "arithmetic-team"})
    provider = TracerProvider(resource=resource, id_generator=Seeded())
    provider.add_span_processor(BatchSpanProcessor(FileSpanExporter(out / "spans.jsonl")))
    logs = LoggerProvider(resource=resource)
    logs.add_log_record_processor(SimpleLogRecordProcessor(FileLogExporter(out / "logs.jsonl")))
    logger = logs.get_logger("team")
    tracer = provider.get_tracer("team")
    clock = int(START.timestamp() * 1e9)

    def tick() -> int:
        nonlocal clock
        clock += 1_000_000
        return clock

    def text(role: str, content: str) -> dict:
        return {"role": role, "parts": [{"type": "text", "content": content}]}

    for index, (problem, plan, answer) in enumerate(zip(PROBLEMS, PLANS, ANSWERS, strict=True)):
        root = tracer.start_span("invoke_workflow team", start_time=tick(), attributes={"gen_ai.operation.name": "invoke_workflow"})
        inside = set_span_in_context(root)
        # The planner's words stand in attributes, as JSON.
        agent = tracer.start_span("invoke_agent planner", inside, start_time=tick(), attributes={"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "planner"})
        call = tracer.start_span(
            "chat qwen",
            set_span_in_context(agent),
            start_time=tick(),
            attributes={
                "gen_ai.operation.name": "chat",
                "gen_ai.provider.name": "openai",
                "gen_ai.request.model": "qwen",
                "gen_ai.request.temperature": 0.7,
                "gen_ai.request.max_tokens": 64,
                "gen_ai.response.finish_reasons": ["stop"],
                "gen_ai.usage.output_tokens": 9,
                "gen_ai.system_instructions": json.dumps([{"type": "text", "content": "You plan."}]),
                "gen_ai.input.messages": json.dumps([text("user", problem)]),
                "gen_ai.output.messages": json.dumps([{**text("assistant", plan), "finish_reason": "stop"}]),
            },
        )
        call.end(tick())
        agent.end(tick())
        # The solver's first call asks for a tool, in events of its span (1.28 to 1.36); its second is told in log records.
        agent = tracer.start_span("invoke_agent solver", inside, start_time=tick(), attributes={"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "solver"})
        within = set_span_in_context(agent)
        call = tracer.start_span("chat qwen", within, start_time=tick(), attributes={"gen_ai.operation.name": "chat", "gen_ai.request.model": "qwen"})
        call.add_event("gen_ai.system.message", {"content": "You solve."}, tick())
        call.add_event("gen_ai.user.message", {"content": f"{problem}\n{plan}"}, tick())
        wish = {"id": f"call_{index}", "type": "function", "function": {"name": "calculate", "arguments": json.dumps({"expression": "17+25"})}}
        call.add_event("gen_ai.choice", {"index": 0, "finish_reason": "tool_calls", "message": json.dumps({"role": "assistant", "tool_calls": [wish]})}, tick())
        call.end(tick())
        tool = tracer.start_span(
            "execute_tool calculate",
            within,
            start_time=tick(),
            attributes={"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "calculate", "gen_ai.tool.call.arguments": '{"expression": "17+25"}', "gen_ai.tool.call.result": "42"},
        )
        tool.end(tick())
        call = tracer.start_span("chat qwen", within, start_time=tick(), attributes={"gen_ai.operation.name": "chat", "gen_ai.request.model": "qwen", "gen_ai.response.finish_reasons": ["length"]})
        for name, body in [
            ("gen_ai.user.message", {"content": f"{problem}\n{plan}"}),
            ("gen_ai.assistant.message", {"tool_calls": [wish]}),
            ("gen_ai.tool.message", {"content": "42", "id": f"call_{index}"}),
            ("gen_ai.choice", {"index": 0, "finish_reason": "length", "message": {"role": "assistant", "content": answer}}),
        ]:
            logger.emit(timestamp=tick(), context=set_span_in_context(call), event_name=name, body=body, severity_number=SeverityNumber.INFO)
        logger.emit(
            timestamp=tick(),
            context=set_span_in_context(call),
            event_name="gen_ai.evaluation.result",
            attributes={"gen_ai.evaluation.name": "correct", "gen_ai.evaluation.score.value": 1.0 - index},
        )
        call.end(tick())
        agent.end(tick())
        root.end(tick())
        # A batch a trace, and so a line.
        provider.force_flush()
    provider.shutdown()
    logs.shutdown()


def langsmith() -> None:
    """Runs as the client's `Run` writes them: a graph of LangGraph with two nodes, LangChain's and OpenAI's forms of messages."""
    from uuid import UUID

    from langsmith.schemas import Run

    out = folder("langsmith")
    bits = random.Random(11)
    clock = START

    def tick() -> datetime:
        nonlocal clock
        clock += timedelta(microseconds=1500)
        return clock

    def name() -> UUID:
        return UUID(int=bits.getrandbits(128), version=4)

    def lc(kind: str, **kwargs) -> dict:
        return {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", kind], "kwargs": kwargs}

    runs = []
    example = name()
    for index, (problem, plan, answer) in enumerate(zip(PROBLEMS, PLANS, ANSWERS, strict=True)):
        trace = name()
        common = {"trace_id": trace, "session_id": UUID(int=5)}
        root = Run(
            id=trace, name="LangGraph", run_type="chain", start_time=tick(), inputs={"question": problem}, outputs={"answer": answer}, tags=["eval"],
            reference_example_id=example, feedback_stats={"correctness": {"n": 1, "avg": 1.0 - index, "values": {}}, "note": {"n": 1, "avg": None}}, **common,
        )
        node = Run(id=name(), name="planner", run_type="chain", parent_run_id=trace, start_time=tick(), extra={"metadata": {"langgraph_node": "planner", "langgraph_step": 1}}, **common)
        planner = Run(
            id=name(), name="ChatOpenAI", run_type="llm", parent_run_id=node.id, start_time=tick(),
            extra={"metadata": {"langgraph_node": "planner", "ls_model_name": "qwen", "ls_temperature": 0.7, "ls_max_tokens": 64}},
            inputs={"messages": [[lc("SystemMessage", content="You plan."), lc("HumanMessage", content=problem)]]},
            outputs={"generations": [[{"text": plan, "generation_info": {"finish_reason": "stop"}, "type": "ChatGeneration", "message": lc("AIMessage", content=plan)}]]},
            **common,
        )
        solver_node = Run(id=name(), name="solver", run_type="chain", parent_run_id=trace, start_time=tick(), extra={"metadata": {"langgraph_node": "solver"}}, **common)
        tool = Run(id=name(), name="calculate", run_type="tool", parent_run_id=solver_node.id, start_time=tick(), inputs={"input": "17+25"}, outputs={"output": "42"}, **common)
        # OpenAI's own client, wrapped, knows no node: the one around it does.
        solver = Run(
            id=name(), name="ChatCompletion", run_type="llm", parent_run_id=solver_node.id, start_time=tick(), extra={"metadata": {}},
            inputs={"messages": [{"role": "user", "content": [{"type": "text", "text": problem}, {"type": "text", "text": plan}]}], "model": "qwen"},
            outputs={"choices": [{"index": 0, "finish_reason": "length", "message": {"role": "assistant", "content": answer}}]}, **common,
        )
        runs += [solver, tool, root, planner, node, solver_node]
    # What the newest run is comes first, as the service lists them.
    dumped = [json.loads(run.model_dump_json(exclude_none=True)) for run in runs]
    (out / "runs.json").write_text(json.dumps(dumped, indent=1) + "\n")
    (out / "runs.jsonl").write_text("".join(json.dumps(run) + "\n" for run in dumped))


def tfevents() -> None:
    """By tensorboardX as `simple_value`, and as tensors by TensorBoard's own protobufs; a run that was started again; a cut tail."""
    from tensorboard.compat.proto.event_pb2 import Event, SessionLog
    from tensorboard.compat.proto.summary_pb2 import Summary
    from tensorboard.summary.writer.event_file_writer import EventFileWriter
    from tensorboard.util.tensor_util import make_tensor_proto
    import numpy as np
    import tensorboardX

    out = folder("tfevents")

    def sole(path: Path, name: str) -> None:
        (only,) = path.iterdir()
        only.rename(out / name)
        path.rmdir()

    random_numbers = random.Random(3)
    expected = {"simple": {}, "tensors": {}}
    with tempfile.TemporaryDirectory() as place:
        logs = Path(place) / "simple"
        writer = tensorboardX.SummaryWriter(str(logs), write_to_disk=True)
        for step in range(5):
            values = {"train/reward": float(np.float32(random_numbers.uniform(-1, 1))), "train/loss": float(np.float32(random_numbers.expovariate(1)))}
            for tag, value in values.items():
                writer.add_scalar(tag, value, step, walltime=1764064800 + step)
            expected["simple"][step] = values
        writer.add_text("notes", "no number", 2, walltime=1764064803)
        writer.add_scalar("train/loss", float("nan"), 5, walltime=1764064805)
        writer.close()
        sole(logs, "events.out.tfevents.1764064800.simple")

        logs = Path(place) / "tensors"
        logs.mkdir()
        writer = EventFileWriter(str(logs))
        types = [np.float32, np.float64, np.int32, np.int64, np.float16]
        for step, kind in enumerate(types):
            value = kind(1.5 * step + 0.25)
            tensor = make_tensor_proto(value, dtype=None)
            summary = Summary(value=[Summary.Value(tag=f"as_{kind.__name__}", tensor=tensor)])
            writer.add_event(Event(wall_time=1764064900 + step, step=step, summary=summary))
            expected["tensors"].setdefault(step, {})[f"as_{kind.__name__}"] = float(value)
        several = make_tensor_proto(np.zeros(3, np.float32))
        writer.add_event(Event(wall_time=1764064906, step=2, summary=Summary(value=[Summary.Value(tag="several", tensor=several)])))
        # Started again at step 4: what was written for it before is void.
        writer.add_event(Event(wall_time=1764064907, step=4, session_log=SessionLog(status=SessionLog.START)))
        writer.add_event(Event(wall_time=1764064908, step=4, summary=Summary(value=[Summary.Value(tag="again", simple_value=2.0)])))
        expected["tensors"][4] = {"again": 2.0}
        writer.close()
        sole(logs, "events.out.tfevents.1764064900.tensors")
    (out / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")


def wandb() -> None:
    """An offline run's records but for those that describe the machine, written anew by wandb's own log; and the same rows as CSV."""
    import csv

    import wandb as wb
    from datastore import DataStore
    from wandb.proto import wandb_internal_pb2 as pb

    out = folder("wandb")
    rows = []
    with tempfile.TemporaryDirectory() as place:
        run = wb.init(project="team", dir=place, mode="offline", settings=wb.Settings(console="off", disable_git=True, save_code=False))
        numbers = random.Random(5)
        for step in range(6):
            row = {"reward/mean": numbers.random(), "loss": numbers.gauss(0, 1), "agents": {"planner": {"entropy": numbers.random()}}}
            if step == 3:
                # Longer than two blocks of the log.
                row["note"] = "lorem ipsum " * 6000
            if step == 4:
                row["loss"] = float("nan")
            run.log(row)
            rows.append({"_step": step, **row})
        run.log({"late": 1}, step=20)
        rows.append({"_step": 20, "late": 1})
        run.finish()
        (source,) = Path(place).glob("wandb/offline-run-*/run-*.wandb")
        scan, write = DataStore(), DataStore()
        scan.open_for_scan(str(source))
        write.open_for_write(str(out / "run-offline.wandb"))
        while (data := scan.scan_data()) is not None:
            record = pb.Record()
            record.ParseFromString(data)
            if record.WhichOneof("record_type") in ("header", "history", "exit", "final", "footer"):
                write.write(record)
        write.close()
    flat = []
    for row in rows:
        planner = row.get("agents", {}).get("planner", {})
        kept = {key: value for key, value in row.items() if key not in ("agents", "note")}
        flat.append({**kept, **({"agents.planner.entropy": planner["entropy"]} if planner else {})})
    columns = sorted({key for row in flat for key in row})
    with open(out / "history.csv", "w", newline="") as file:
        table = csv.DictWriter(file, columns)
        table.writeheader()
        table.writerows(flat)
    (out / "expected.json").write_text(json.dumps([{k: v for k, v in row.items() if v == v} for row in flat], indent=1) + "\n")


def trackio() -> None:
    """Two runs and two traces of one project: merged into the database, and with the newest rows in its log only."""
    os.environ["TRACKIO_DIR"] = tempfile.mkdtemp()
    import sqlite3

    from trackio.sqlite_storage import SQLiteStorage

    out = folder("trackio")
    numbers = random.Random(9)
    expected = []
    for run in ("grpo-1", "grpo-2"):
        metrics = [{"reward": numbers.random(), "kl": {"mean": numbers.random()}, "note": "x" * (3000 if step == 2 else 3)} for step in range(40)]
        metrics[1]["reward"] = float("nan")
        stamps = [(START + timedelta(seconds=step)).isoformat() for step in range(40)]
        SQLiteStorage.bulk_log(project="team", run=run, run_id=run, metrics_list=metrics, steps=list(range(40)), timestamps=stamps)
        if run == "grpo-1":
            # Whoever else has it open keeps the log from being merged when a writer closes, as a dashboard does.
            other = sqlite3.connect(SQLiteStorage.get_project_db_path("team"))
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            other.execute("SELECT count(*) FROM metrics").fetchall()
        expected += [{"run": run, "step": step, "reward": row["reward"] if step != 1 else None, "kl": row["kl"]["mean"]} for step, row in enumerate(metrics)]
    traces = []
    for index, (problem, answer) in enumerate(zip(PROBLEMS, ANSWERS, strict=True)):
        messages = [{"role": "system", "content": "You solve."}, {"role": "user", "content": problem}, {"role": "assistant", "content": answer}]
        traces.append({"_type": "trackio.trace", "messages": messages, "metadata": {"reward": 1.0 - index, "length": len(answer), "kind": "sum"}})
    SQLiteStorage.bulk_log(project="team", run="grpo-1", run_id="grpo-1", metrics_list=[{"sample": trace} for trace in traces], steps=[40, 41], timestamps=[START.isoformat()] * 2)
    database = SQLiteStorage.get_project_db_path("team")
    # As it lies on the disk while its tracker is at work, and as it is when all is merged.
    shutil.copy(database, out / "live.db")
    shutil.copy(f"{database}-wal", out / "live.db-wal")
    other.close()
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()
    shutil.copy(database, out / "team.db")
    (out / "expected.json").write_text(json.dumps(expected) + "\n")


def sqlite() -> None:
    """By SQLite itself: pages of 512 bytes, texts in UTF-16, numbers of every width, rows over many pages, a tree of three levels."""
    import sqlite3

    out = folder("sqlite")
    with sqlite3.connect(out / "types.db") as connection:
        connection.execute("PRAGMA page_size = 512")
        connection.execute("PRAGMA encoding = 'UTF-16le'")
        connection.execute('CREATE TABLE "odd, (names)" (id INTEGER PRIMARY KEY, -- a, comment\n whole INT, [real one] REAL, `text` TEXT DEFAULT \'a, (b\', raw BLOB, UNIQUE (whole, text))')
        numbers = random.Random(1)
        rows = []
        for index in range(400):
            width = index % 9
            whole = [0, 1, -1, 127, -30000, 8_000_000, -2_000_000_000, 140_000_000_000_000, -9_000_000_000_000_000][width]
            text = None if index % 11 == 0 else chr(0x61 + index % 26) * (index % 50) + ("ü€😀" * 700 if index % 90 == 3 else "")
            rows.append((index + 1, whole, numbers.gauss(0, 1) if index % 3 else float(index), text, bytes(range(index % 40))))
        connection.executemany('INSERT INTO "odd, (names)" VALUES (?, ?, ?, ?, ?)', rows)
        connection.execute('DELETE FROM "odd, (names)" WHERE id % 7 = 0')
        connection.execute('ALTER TABLE "odd, (names)" ADD COLUMN later TEXT')
        connection.execute('INSERT INTO "odd, (names)" VALUES (1000, 5, 0.5, ?, NULL, ?)', ("x", "now"))
        found = connection.execute('SELECT whole, "real one", text, hex(raw), later FROM "odd, (names)" ORDER BY id').fetchall()
    connection.close()
    (out / "expected.json").write_text(json.dumps(found) + "\n")


if __name__ == "__main__":
    known = {"otel": otel, "langsmith": langsmith, "tfevents": tfevents, "wandb": wandb, "trackio": trackio, "sqlite": sqlite}
    for part in sys.argv[1:] or known:
        known[part]()
