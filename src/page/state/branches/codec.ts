/**
 * A branch as a file: JSON Lines, first the branch itself, then the continuations as they were and those with the change, each
 * as a line of `rollouts/`. What nobody sampled has no probabilities (NaN), which JSON cannot say: there the lists are empty. The branch
 * may say its `format`; none is 1, as every version so far has written it. A newer one is refused by name, and stays.
 */
import { z } from 'zod';
import type { Branch } from '../../../core/counterfactual/branches.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { fault, FaultError, faultFrom } from '../../../core/faults.ts';
import { isRecord } from '../../../core/isRecord.ts';
import { encodeJsonLines } from '../../../core/formats/jsonl.ts';
import { parseEpisodes } from '../../../core/formats/runs/rolloutFile.ts';
import { branchFaults } from '../../../words/words.ts';

/** Newest format that is read. */
const FORMAT = 1;

const index = z.int().min(0);
const about = { message: index, role: z.string() };

const changeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('message'), message: index, text: z.string() }),
  z.object({ kind: z.literal('prompt'), ...about, prompt: z.string() }),
  z.object({ kind: z.literal('temperature'), ...about, temperature: z.number() }),
  z.object({ kind: z.literal('adapter'), ...about, iteration: index.nullable() }),
]);

const headSchema = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  parent: z.object({ id: z.string(), continuation: z.int().min(1) }).nullable(),
  iteration: index,
  episode: index,
  change: changeSchema,
  pinned: z.array(index),
  team: index,
  backend: z.string(),
  made: z.number(),
  rolls: z.int().min(1),
  difference: z.number(),
  interval: z.object({ low: z.number(), high: z.number() }).nullable(),
});

export function encodeBranch({ answer, ...branch }: Branch): Uint8Array {
  const { original, edited, difference, interval } = answer;
  const head = { ...branch, rolls: original.length, difference, interval };
  const text = encodeJsonLines([
    head,
    ...[...original, ...edited].map((record) => mapped(record, (own) => (own.some(Number.isNaN) ? [] : own))),
  ]);
  return new TextEncoder().encode(text);
}

/** Throws `E_BRANCH_FUTURE` for what a newer workbench wrote, `E_BRANCH_FILE` for what else this version cannot read; `name` is that of the file. */
export function decodeBranch(bytes: Uint8Array, name: string): Branch {
  const text = new TextDecoder().decode(bytes);
  const end = text.indexOf('\n') + 1;
  const { rolls, difference, interval, ...head } = headOf(text.slice(0, end), name);
  const records = recordsOf(text.slice(end), name);
  if (head.id !== name) throw unreadable(name, `It calls itself ${head.id}.`);
  if (records.length !== 2 * rolls) throw unreadable(name, `It holds ${records.length} continuations where it says twice ${rolls}.`);
  const strange = records.find(({ iteration, episode }) => iteration !== head.iteration || episode !== head.episode);
  if (strange) throw unreadable(name, `It holds a continuation of episode ${strange.episode} of iteration ${strange.iteration}.`);
  const { message } = head.change;
  // Every continuation goes on from there, so that message stands in each of them.
  if (records.some(({ messages }) => messages.length <= message))
    throw unreadable(name, `It changes message ${message}, which it does not hold.`);
  // How far the episode went that they were pinned in is not said here: continuations may have ended before.
  const loose = head.pinned.find((index) => index <= message);
  if (loose !== undefined) throw unreadable(name, `It pins message ${loose}, which stands before the change.`);
  const whole = records.map((record) => mapped(record, (own, length) => (own.length === 0 ? Array<number>(length).fill(Number.NaN) : own)));
  return { ...head, answer: { original: whole.slice(0, rolls), edited: whole.slice(rolls), difference, interval } };
}

function headOf(line: string, name: string): z.infer<typeof headSchema> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw unreadable(name, error);
  }
  const format = isRecord(value) ? value['format'] : undefined;
  if (typeof format === 'number' && format > FORMAT)
    throw new FaultError(fault(branchFaults, 'E_BRANCH_FUTURE', { name, format, reads: FORMAT }, { place: { subject: name } }));
  const checked = headSchema.safeParse(value);
  if (!checked.success) throw unreadable(name, z.prettifyError(checked.error));
  return checked.data;
}

function recordsOf(lines: string, name: string): EpisodeRecord[] {
  try {
    return parseEpisodes(lines, name);
  } catch (error) {
    throw unreadable(name, error);
  }
}

/** With what is known of each message's tokens by `change`, which also gets how many they are. */
function mapped(record: EpisodeRecord, change: (values: readonly number[], length: number) => readonly number[]): EpisodeRecord {
  const messages = record.messages.map((message) => {
    const { length } = message.response_ids;
    return { ...message, logprobs: change(message.logprobs, length), entropies: change(message.entropies, length) };
  });
  return { ...record, messages };
}

/** `why` is a text, or the error that said so. */
function unreadable(name: string, why: unknown): FaultError {
  const detail = typeof why === 'string' ? why : faultFrom(why).message;
  return new FaultError(fault(branchFaults, 'E_BRANCH_FILE', { name }, { place: { subject: name }, detail }));
}
