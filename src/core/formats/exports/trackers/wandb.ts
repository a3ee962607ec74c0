/**
 * A run as Weights & Biases keeps one that was logged offline, for `wandb sync`: a transaction log of protobufs in the log format of LevelDB,
 * with wandb's own header and CRC-32 (docs/exports.md names the sources), and beside it the tables that it points at.
 */
import type { EpisodeRecord } from '../../../episode/records.ts';
import { sha256 } from '../../../sha256.ts';
import type { Files } from '../../files.ts';
import { CRC32, crcBy } from '../../crc.ts';
import { concatenate, delimited, integer, text } from '../../protobuf.ts';
import { configOf, stepsOf, trackedId, trackedName, trackedProject, type TrackedRun } from './tracked.ts';

/** Fields of wandb_internal.proto that are written. */
const RECORD = { num: 1, history: 2, summary: 3, files: 6, run: 17, exit: 18, header: 21 } as const;
const RUN = { id: 1, project: 3, config: 4, displayName: 8, startTime: 17 } as const;
const ITEM = { key: 1, valueJson: 16 } as const;
/** `FilesItem.type` of media. */
const MEDIA = 2;

/** Where a step's episodes stand in its row, and the key of their table. */
const EPISODES = 'episodes';

/** The files of one offline run, below the folder that `wandb sync` is given. */
export function wandbFiles(run: TrackedRun): Files {
  const id = trackedId(run);
  const folder = `offline-run-${dateOf(run.began ?? 0)}-${id}`;
  const tables = new Map([...run.episodes].map(([iteration, episodes]) => [iteration, tableOf(iteration, episodes)] as const));
  const media = Object.fromEntries([...tables.values()].map(({ path, bytes }) => [`${folder}/files/${path}`, bytes]));
  return { [`${folder}/run-${id}.wandb`]: log(recordsOf(run, id, tables)), ...media };
}

interface Table {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** As a row of history points at it. */
  readonly told: Readonly<Record<string, string | number>>;
}

const COLUMNS = ['episode', 'problem', 'turn', 'role', 'text', 'reward', 'team reward', 'mean advantage', 'tokens'] as const;

function tableOf(iteration: number, episodes: readonly EpisodeRecord[]): Table {
  const data = episodes.flatMap((episode) =>
    episode.messages.map(({ turn, role, text: said, advantages, response_ids: ids }) => [
      episode.episode,
      episode.problem,
      turn,
      role,
      said,
      episode.rewards[role] ?? episode.reward,
      episode.reward,
      advantages.length === 0 ? null : advantages.reduce((sum, value) => sum + value, 0) / advantages.length,
      // Every message has one; an imported run may not tell them.
      ids.length || null,
    ]),
  );
  const bytes = new TextEncoder().encode(JSON.stringify({ columns: COLUMNS, data }));
  const digest = sha256(bytes);
  const path = `media/table/${EPISODES}_${iteration}_${digest.slice(0, 20)}.table.json`;
  const told = {
    _type: 'table-file',
    path,
    sha256: digest,
    size: bytes.length,
    ncols: COLUMNS.length,
    nrows: data.length,
    log_mode: 'IMMUTABLE',
  };
  return { path, bytes, told };
}

function recordsOf(run: TrackedRun, id: string, tables: ReadonlyMap<number, Table>): number[][] {
  const steps = new Map(stepsOf(run).map(({ step, values }) => [step, values]));
  // An iteration of which only episodes are known has a row too.
  for (const iteration of tables.keys()) if (!steps.has(iteration)) steps.set(iteration, {});
  const history = [...steps]
    .toSorted(([a], [b]) => a - b)
    .map(([step, values]) => {
      const table = tables.get(step)?.told;
      const row = { ...values, ...(table && { [EPISODES]: table }), _step: step };
      return { row, record: delimited(RECORD.history, [...items(1, row), ...delimited(2, integer(1, step))]) };
    });
  const last = Object.assign({}, ...history.map(({ row }) => row)) as Readonly<Record<string, unknown>>;
  const files = [...tables.values()].flatMap(({ path }) => delimited(1, [...text(1, path), ...integer(3, MEDIA)]));
  return [
    delimited(RECORD.header, []),
    delimited(RECORD.run, [
      ...text(RUN.id, id),
      ...text(RUN.project, trackedProject(run)),
      ...delimited(RUN.config, items(1, configOf(run))),
      ...text(RUN.displayName, trackedName(run)),
      ...(run.began === undefined ? [] : delimited(RUN.startTime, integer(1, Math.floor(run.began)))),
    ]),
    ...(files.length > 0 ? [delimited(RECORD.files, files)] : []),
    ...history.map(({ record }) => record),
    delimited(RECORD.summary, items(1, last)),
    delimited(RECORD.exit, integer(1, 0)),
  ].map((record, index) => [...integer(RECORD.num, index + 1), ...record]);
}

const items = (field: number, values: Readonly<Record<string, unknown>>): number[] =>
  Object.entries(values).flatMap(([key, value]) =>
    delimited(field, [...text(ITEM.key, key), ...text(ITEM.valueJson, JSON.stringify(value))]),
  );

/** Bytes of a block, and of the header before each piece of a record: CRC-32, length, kind. */
const BLOCK = 32_768;
const HEAD = 7;
/** `:W&B`, 0xBEE1 and version 0. */
const BEGINNING = [0x3a, 0x57, 0x26, 0x42, 0xe1, 0xbe, 0];
const [FULL, FIRST, MIDDLE, LAST] = [1, 2, 3, 4];

const crc32 = crcBy(CRC32);

/** Records in blocks: one that does not fit is cut at the ends of blocks, and ends too short for a header are zeros. */
function log(records: readonly (readonly number[])[]): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.from(BEGINNING)];
  let at = BEGINNING.length;
  const put = (part: Uint8Array): void => {
    parts.push(part);
    at += part.length;
  };
  for (const record of records) {
    const bytes = Uint8Array.from(record);
    let [from, begun, over] = [0, false, false];
    while (!over) {
      const room = BLOCK - (at % BLOCK);
      if (room < HEAD) put(new Uint8Array(room));
      const count = Math.min(bytes.length - from, BLOCK - (at % BLOCK) - HEAD);
      over = from + count === bytes.length;
      put(piece(begun ? (over ? LAST : MIDDLE) : over ? FULL : FIRST, bytes.subarray(from, from + count)));
      [from, begun] = [from + count, true];
    }
  }
  return concatenate(parts);
}

function piece(kind: number, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(HEAD + data.length);
  const view = new DataView(bytes.buffer);
  bytes[6] = kind;
  bytes.set(data, HEAD);
  view.setUint32(0, crc32(bytes.subarray(6)), true);
  view.setUint16(4, data.length, true);
  return bytes;
}

/** `YYYYMMDD_HHMMSS` in UTC. */
const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '_');
