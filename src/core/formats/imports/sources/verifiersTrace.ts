/**
 * A trace of verifiers: what one agent of an environment said and read, as a graph of messages whose paths from a root are prompts. Each
 * node holds the tokens it adds. Source: `trace.py` and `graph.py` of verifiers (docs/imports.md).
 */
import { importFaults } from '../../../../words/words.ts';
import { faultAt } from '../../../faultAt.ts';
import type { FinishReason } from '../../../episode/records.ts';
import { boundedPrompts } from '../bounds.ts';
import { type ChatMessage, chatMessage } from '../chat.ts';
import { type At, type Fields, fieldsOf, idsOf, listOf, masksOf, numberOf, numbersOf, textOf, truthOf, wholeOf } from '../fields.ts';
import { importedMessage, type ImportedMessage } from '../importedRun.ts';

export interface Trace {
  readonly agent: string | null;
  /** In the order in which they were said; `time` in seconds since 1970. */
  readonly messages: readonly { readonly message: ImportedMessage; readonly time: number | null }[];
  /** The first thing that was asked. */
  readonly problem: string | null;
  /** The sum of the weighted rewards; null where none was given. */
  readonly reward: number | null;
  /** Scores before they are weighed, and measures. */
  readonly scores: readonly (readonly [name: string, score: number | null])[];
  readonly completed: boolean | null;
  readonly truncated: boolean | null;
  readonly stop: string | null;
}

interface Node {
  readonly said: ChatMessage;
  readonly parent: number | null;
  readonly isSampled: boolean;
  readonly ids: readonly number[];
  readonly of: Fields;
  readonly field: string;
  /** Of the path to it, itself included: nodes and tokens. */
  readonly depth: number;
  readonly tokens: number;
}

/** What verifiers calls a rollout that its framework ended. */
const LIMITS = new Set(['max_turns', 'max_input_tokens', 'max_output_tokens', 'max_total_tokens', 'context_length']);

/** Reads a trace. `learns`: whether the run that it is of trains on it. */
export function traceOf(value: unknown, at: At, field: string, learns: boolean): Trace {
  const trace = fieldsOf(value, at, field);
  const agent = trace['agent'] === undefined ? {} : fieldsOf(trace['agent'], at, `${field}.agent`);
  const nodes = nodesOf(trace, at, field);
  const calls = callsOf(trace, at, field);
  const name = textOf(agent['name'], at, `${field}.agent.name`);
  const trains = learns ? truthOf(agent['trainable'], at, `${field}.agent.trainable`) : null;
  const bounds = boundedPrompts(at);
  const messages = nodes.flatMap((node, index) => {
    if (!node.isSampled) return [];
    bounds.take(node.depth - 1, node.tokens);
    const time = numberOf(node.of['timestamp'], at, `${node.field}.timestamp`);
    return [{ message: { ...messageOf(nodes, node, at, trains), agent: name, ...calls.get(index) }, time }];
  });
  const { reward, scores } = rewardsOf(trace, at, field);
  const stop = textOf(trace['stop_condition'], at, `${field}.stop_condition`);
  const completed = truthOf(trace['is_completed'], at, `${field}.is_completed`);
  const cut = stop === null ? null : LIMITS.has(stop);
  return {
    agent: name,
    messages: messages.map(({ message, time }, turn) => ({ message: { ...message, turn }, time })),
    problem: nodes.find(({ said }) => said.role === 'user')?.said.text ?? null,
    reward,
    scores,
    completed,
    truncated: cut === true || messages.at(-1)?.message.finish === 'length' ? true : cut,
    stop,
  };
}

function nodesOf(trace: Fields, at: At, field: string): readonly Node[] {
  const nodes: Node[] = [];
  for (const [index, value] of (listOf(trace['nodes'], at, `${field}.nodes`) ?? []).entries()) {
    const path = `${field}.nodes[${index}]`;
    const of = fieldsOf(value, at, path);
    const parent = wholeOf(of['parent'], at, `${path}.parent`);
    const before = parent === null ? undefined : nodes[parent];
    if (parent !== null && !before) throw faultAt(importFaults, 'E_IMPORT_PLACE', { ...at, field: `${path}.parent` });
    const ids = idsOf(of['token_ids'], at, `${path}.token_ids`) ?? [];
    nodes.push({
      said: chatMessage(of['message'], at, `${path}.message`),
      parent,
      isSampled: truthOf(of['sampled'], at, `${path}.sampled`) ?? false,
      ids,
      of,
      field: path,
      depth: (before?.depth ?? 0) + 1,
      tokens: (before?.tokens ?? 0) + ids.length,
    });
  }
  return nodes;
}

/** The message of a node; what it read is the path to it. */
function messageOf(nodes: readonly Node[], node: Node, at: At, trains: boolean | null): ImportedMessage {
  const path: Node[] = [];
  for (let of = node.parent; of !== null; ) {
    const before = nodes[of];
    if (!before) break;
    path.push(before);
    of = before.parent;
  }
  path.reverse();
  const known = importedMessage({ prompt: path.map(({ said: { role, text } }) => ({ role, text })), text: node.said.text });
  const { ids, of, field } = node;
  if (ids.length === 0) return known;
  const mask = masksOf(of['mask'], at, `${field}.mask`, ids.length) ?? [];
  const start = mask.indexOf(true);
  if (start < 0) return known;
  const sampled = mask.slice(start);
  const count = sampled.filter((is) => is).length;
  /** Numbers of the sampled tokens, at the tokens of the response. */
  const spread = (name: string): number[] | null => {
    const list = listOf(of[name], at, `${field}.${name}`);
    // No list and an empty one say the same.
    if (list === null || list.length === 0) return null;
    const numbers = numbersOf(list, at, `${field}.${name}`, count);
    if (!numbers || count === sampled.length) return numbers;
    let next = 0;
    return sampled.map((is) => (is ? (numbers[next++] ?? Number.NaN) : Number.NaN));
  };
  return {
    ...known,
    promptIds: [...path.flatMap((before) => before.ids), ...ids.slice(0, start)],
    responseIds: ids.slice(start),
    responseMask: trains === null ? null : sampled.map((is) => is && trains),
    logprobs: spread('logprobs'),
    refLogprobs: spread('reference_logprobs'),
    advantages: spread('advantages'),
  };
}

type Call = Pick<ImportedMessage, 'finish' | 'temperature' | 'maxTokens'>;

/** What is known of how each node was sampled. */
function callsOf(trace: Fields, at: At, field: string): ReadonlyMap<number, Call> {
  return new Map(
    (listOf(trace['calls'], at, `${field}.calls`) ?? []).flatMap((value, index): [number, Call][] => {
      const path = `${field}.calls[${index}]`;
      const call = fieldsOf(value, at, path);
      const node = wholeOf(call['node'], at, `${path}.node`);
      if (node === null) return [];
      const sampling =
        call['sampling'] === undefined || call['sampling'] === null ? {} : fieldsOf(call['sampling'], at, `${path}.sampling`);
      const maxTokens = wholeOf(sampling['max_tokens'], at, `${path}.sampling.max_tokens`);
      const temperature = numberOf(sampling['temperature'], at, `${path}.sampling.temperature`);
      return [[node, { finish: finishOf(textOf(call['finish_reason'], at, `${path}.finish_reason`)), temperature, maxTokens }]];
    }),
  );
}

/** Whoever calls a tool has stopped of itself. */
function finishOf(reason: string | null): FinishReason | null {
  if (reason === 'stop' || reason === 'tool_calls') return 'stop';
  return reason === 'length' ? 'length' : null;
}

function rewardsOf(trace: Fields, at: At, field: string): Pick<Trace, 'reward' | 'scores'> {
  const given = Object.entries(fieldsOf(trace['rewards'] ?? {}, at, `${field}.rewards`)).map(([name, value]) => {
    const path = `${field}.rewards.${name}`;
    const of = value === null ? {} : fieldsOf(value, at, path);
    const score = numberOf(of['score'], at, `${path}.score`);
    return { name, score, weight: numberOf(of['weight'], at, `${path}.weight`) ?? 1 };
  });
  const known = given.flatMap(({ score, weight }) => (score === null ? [] : [score * weight]));
  const metrics = Object.entries(fieldsOf(trace['metrics'] ?? {}, at, `${field}.metrics`)).map(
    ([name, value]) => [name, numberOf(value, at, `${field}.metrics.${name}`)] as const,
  );
  return {
    reward: known.length === 0 ? null : known.reduce((sum, reward) => sum + reward, 0),
    scores: [...given.map(({ name, score }) => [name, score] as const), ...metrics],
  };
}
