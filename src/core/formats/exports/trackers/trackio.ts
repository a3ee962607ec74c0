/**
 * A run for trackio: its rows, settings and traces as plain files, and a script that logs them through trackio's own functions. trackio's CSV
 * import cuts names to ten letters and takes no traces, and its database has the shape of one version; its functions have stayed.
 */
import type { EpisodeRecord, MessageRecord } from '../../../episode/records.ts';
import { encodeJson, type Files } from '../../files.ts';
import { encodeJsonLines } from '../../jsonl.ts';
import { configOf, stepsOf, trackedName, trackedProject, type TrackedRun, unknownAsNull } from './tracked.ts';

/** Needs trackio and nothing else; it stays on the computer it runs on. */
const SCRIPT = `"""Logs this run to trackio on this computer: python import_run.py, then trackio show."""
import json
import pathlib

import trackio

here = pathlib.Path(__file__).resolve().parent


def lines(name):
    with open(here / name, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


run = json.loads((here / "run.json").read_text(encoding="utf-8"))
traces = {}
for line in lines("traces.jsonl"):
    traces.setdefault(line["step"], []).append(trackio.Trace(messages=line["messages"], metadata=line["metadata"]))
rows = {line["step"]: line["values"] for line in lines("metrics.jsonl")}

trackio.init(project=run["project"], name=run["name"], config=run["config"])
for step in sorted(rows.keys() | traces.keys()):
    values = dict(rows.get(step, {}))
    if step in traces:
        values["episodes"] = traces[step]
    trackio.log(values, step=step)
trackio.finish()
`;

export function trackioFiles(run: TrackedRun): Files {
  const encode = (content: string): Uint8Array => new TextEncoder().encode(content);
  const traces = [...run.episodes]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([step, episodes]) => episodes.map((episode) => traceOf(step, episode)));
  return {
    'import_run.py': encode(SCRIPT),
    'run.json': encodeJson({ project: trackedProject(run), name: trackedName(run), config: configOf(run) }),
    'metrics.jsonl': encode(encodeJsonLines(stepsOf(run))),
    'traces.jsonl': encode(encodeJsonLines(traces.map(unknownAsNull))),
  };
}

/** An episode as a conversation: the problem, then what each agent said, under its own name. */
function traceOf(step: number, episode: EpisodeRecord) {
  const { iteration, episode: number, split, reward, rewards, group, skills } = episode;
  const said = episode.messages.map((message: MessageRecord) => ({ role: 'assistant', name: message.role, content: message.text }));
  return {
    step,
    messages: [{ role: 'user', content: episode.problem }, ...said],
    metadata: {
      iteration,
      episode: number,
      split,
      group_id: group,
      reward,
      rewards,
      ...(skills && { skills }),
      messages: episode.messages.map(facts),
    },
  };
}

function facts({ turn, role, sees, adapter_version: version, advantages, response_ids: ids }: MessageRecord) {
  const mean = advantages.length === 0 ? null : advantages.reduce((sum, value) => sum + value, 0) / advantages.length;
  return { turn, role, sees, model_version: version, advantage: mean, tokens: ids.length || null };
}
