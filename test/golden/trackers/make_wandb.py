"""What wandb's own code reads in an offline run of ours.

Needs of github.com/wandb/wandb at commit b6e2950588: wandb/proto/*.proto compiled by protoc (here 3.21.12) into a folder, and
wandb/sdk/internal/datastore.py beside it.

    python make_wandb.py FOLDER run.wandb > wandb.json

run.wandb is the file of test/unit/core/formats/exports/trackers/wandb.test.ts, which writes it where MARFT_WANDB_OUT points.
"""

import hashlib
import json
import pathlib
import runpy
import sys

folder, path = sys.argv[1:]
sys.path.insert(0, folder)
from wandb.proto import wandb_internal_pb2 as pb  # noqa: E402

store = runpy.run_path(str(pathlib.Path(folder) / "datastore.py"))["DataStore"]()
store.open_for_scan(path)
records = []
while (data := store.scan_data()) is not None:
    record = pb.Record()
    record.ParseFromString(data)
    kind = record.WhichOneof("record_type")
    of = getattr(record, kind)
    told = {"num": record.num, "kind": kind}
    if kind == "run":
        told |= {"id": of.run_id, "project": of.project, "name": of.display_name, "start": of.start_time.seconds}
        told["config"] = {item.key: json.loads(item.value_json) for item in of.config.update}
    if kind == "history":
        told |= {"step": of.step.num, "row": {item.key: json.loads(item.value_json) for item in of.item}}
    if kind == "summary":
        told["row"] = {item.key: json.loads(item.value_json) for item in of.update}
    if kind == "files":
        told["files"] = [[item.path, item.type] for item in of.files]
    if kind == "exit":
        told["code"] = of.exit_code
    records.append(told)
print(json.dumps({"sha256": hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest(), "records": records}))
