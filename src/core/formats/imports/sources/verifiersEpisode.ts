/**
 * An episode of verifiers: a line of the `traces.jsonl` that its evaluations and prime-rl's orchestrator write, with a trace for each
 * agent that played in it. Source: `episode.py` of verifiers (docs/imports.md).
 */
import type { Split } from '../../../environment/contract.ts';
import { type At, type Fields, fieldsOf, infoOf, listOf, nameOf, numbersByName, textOf, truthOf, wholeOf } from '../fields.ts';
import { type ImportedEpisode, importedEpisode } from '../importedRun.ts';
import { common } from '../ownRows.ts';
import { type Trace, traceOf } from './verifiersTrace.ts';

/** Errors of an episode that are kept beside it, and characters of each. */
const ERRORS = 20;
const ERROR_CHARACTERS = 500;

/** A line as an episode; `known` is what its path tells where the line does not. */
export function verifiersEpisode(
  row: Fields,
  at: At,
  known: { readonly step: number | null; readonly split: Split | null },
): ImportedEpisode {
  const { step, split, learns } = workOf(row, at);
  // A trace alone is an episode of one agent.
  const traces = Array.isArray(row['nodes'])
    ? [traceOf(row, at, 'the line', learns)]
    : (listOf(row['traces'], at, 'traces') ?? []).map((trace, index) => traceOf(trace, at, `traces[${index}]`, learns));
  const group = row['group'] === undefined || row['group'] === null ? null : fieldsOf(row['group'], at, 'group');
  const env = row['env'] === undefined ? {} : fieldsOf(row['env'], at, 'env');
  const task = row['task'] === undefined ? {} : fieldsOf(row['task'], at, 'task');
  const key = textOf(task['key'], at, 'task.key') ?? textOf(task['hash'], at, 'task.hash');
  const stops = traces.map(({ stop }) => stop);
  const agents = byAgent(traces);
  return importedEpisode({
    step: step ?? known.step,
    id: nameOf(row['id'], at, 'id'),
    group: (group && nameOf(group['id'], at, 'group.id')) ?? (key === null ? null : `${step ?? known.step ?? '?'}/${key}`),
    split: split ?? known.split,
    problem: traces.find(({ problem }) => problem !== null)?.problem ?? null,
    reward: common(traces.flatMap(({ reward }) => (reward === null ? [] : [reward]))),
    rewards: numbersByName(
      [...agents].map(([name, of]) => [name, mean(of.map(({ reward }) => reward))]),
      at,
    ),
    skills: numbersByName(skillsOf(traces, agents), at),
    terminated: all(traces.map(({ completed, truncated }) => (completed === null || truncated === null ? null : completed && !truncated))),
    truncated: some(traces.map(({ truncated }) => truncated)),
    messages: inTime(traces),
    info: infoOf(
      {
        env: textOf(env['id'], at, 'env.id') ?? textOf(env['name'], at, 'env.name'),
        task: key,
        ok: truthOf(row['ok'], at, 'ok'),
        stop_condition: stops.every((stop) => stop === null) ? null : stops,
        errors: errorsOf(row, at),
      },
      at,
    ),
  });
}

/** What kind of work an episode was done for. */
function workOf(row: Fields, at: At): { readonly step: number | null; readonly split: Split | null; readonly learns: boolean } {
  if (row['run'] === undefined || row['run'] === null) return { step: null, split: null, learns: false };
  const run = fieldsOf(row['run'], at, 'run');
  if (run['type'] !== 'train') return { step: null, split: run['type'] === 'eval' ? 'test' : null, learns: false };
  const work = fieldsOf(run['work'] ?? {}, at, 'run.work');
  const learns = work['type'] === 'train';
  return { step: wholeOf(work['step'], at, 'run.work.step'), split: learns ? 'train' : work['type'] === 'eval' ? 'test' : null, learns };
}

function byAgent(traces: readonly Trace[]): ReadonlyMap<string, readonly Trace[]> {
  const agents = new Map<string, Trace[]>();
  for (const trace of traces) {
    if (trace.agent === null) continue;
    const of = agents.get(trace.agent) ?? [];
    of.push(trace);
    agents.set(trace.agent, of);
  }
  return agents;
}

function mean(numbers: readonly (number | null)[]): number | null {
  const known = numbers.flatMap((number) => (number === null ? [] : [number]));
  return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0) / known.length;
}

/** Scores and measures by name; of several agents with the agent before it. */
function skillsOf(traces: readonly Trace[], agents: ReadonlyMap<string, readonly Trace[]>): readonly (readonly [string, number | null])[] {
  if (agents.size <= 1) return meansOf(traces, '');
  return [...agents].flatMap(([agent, of]) => meansOf(of, `${agent}/`));
}

function meansOf(traces: readonly Trace[], before: string): readonly (readonly [string, number | null])[] {
  const scores = new Map<string, (number | null)[]>();
  for (const { scores: of } of traces) {
    for (const [name, score] of of) {
      const known = scores.get(name) ?? [];
      known.push(score);
      scores.set(name, known);
    }
  }
  return [...scores].map(([name, of]) => [`${before}${name}`, mean(of)]);
}

/** Messages in the order in which they were said where the file tells when, else agent by agent. */
function inTime(traces: readonly Trace[]): ImportedEpisode['messages'] {
  const said = traces.flatMap(({ messages }) => messages);
  const told = said.flatMap(({ message, time }) => (time === null ? [] : [{ message, time }]));
  const ordered = told.length === said.length ? told.toSorted((a, b) => a.time - b.time) : said;
  return ordered.map(({ message }) => message);
}

const all = (truths: readonly (boolean | null)[]): boolean | null =>
  truths.length === 0 || truths.includes(null) ? null : truths.every((truth) => truth === true);

const some = (truths: readonly (boolean | null)[]): boolean | null =>
  truths.includes(true) ? true : truths.length === 0 || truths.includes(null) ? null : false;

function errorsOf(row: Fields, at: At): readonly string[] | null {
  const errors = (listOf(row['errors'], at, 'errors') ?? []).slice(0, ERRORS).map((value, index) => {
    const error = fieldsOf(value, at, `errors[${index}]`);
    return `${textOf(error['type'], at, 'type') ?? ''}: ${textOf(error['message'], at, 'message') ?? ''}`.slice(0, ERROR_CHARACTERS);
  });
  return errors.length === 0 ? null : errors;
}
