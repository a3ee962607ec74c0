/** Reads an exported zip again, as somebody else would: every file parsed, every tensor's shape checked. */
import { readFile } from 'node:fs/promises';
import { unzipFiles } from '../../../src/core/formats/archive.ts';
import { baseNameOf, baseNames } from '../../../src/core/document/bases.ts';
import { parseDocument } from '../../../src/core/document/parse.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import { decodeJson, filesUnder, type Files } from '../../../src/core/formats/files.ts';
import { loraModules, readModelFolder, type ModelFolder } from '../../../src/core/formats/models/hf.ts';
import { parseJsonLines } from '../../../src/core/formats/jsonl.ts';
import { readPeft, type PeftAdapter } from '../../../src/core/formats/models/adapters/peft.ts';
import { runFileFaults } from '../../../src/words/words.ts';

export interface Exported {
  readonly files: Files;
  readonly project: ProjectDocument;
  readonly run: Readonly<Record<string, unknown>>;
  readonly metrics: readonly Readonly<Record<string, number>>[];
  readonly timing: readonly Readonly<Record<string, number>>[];
  /** Episodes of the last iteration kept, and which one that is. */
  readonly episodes: readonly EpisodeRecord[];
  readonly rollout: number;
  /** By name; weights with exactly the names and shapes that `config.json` asks for. */
  readonly bases: ReadonlyMap<string, ModelFolder>;
  /** By role; each fits the base and its own `adapter_config.json`. */
  readonly adapters: ReadonlyMap<string, PeftAdapter>;
}

/** Parses the zip at `path`; throws naming the file for anything missing, broken or of the wrong shape. */
export async function readExported(path: string): Promise<Exported> {
  const files = unzipFiles(new Uint8Array(await readFile(path)));
  const bytesOf = (name: string): Uint8Array => {
    const bytes = files[name];
    if (!bytes) throw new Error(`the export has no ${name}, only ${Object.keys(files).join(', ')}`);
    return bytes;
  };
  const lines = <T>(name: string): T[] => parseJsonLines(new TextDecoder().decode(bytesOf(name)), name) as T[];

  const project = parseDocument(new TextDecoder().decode(bytesOf('project.json')));
  const names = baseNames(project);
  const bases = new Map(
    names.map((name) => {
      const folder = names.length === 1 ? 'base' : `bases/${name}`;
      return [name, readModelFolder(filesUnder(files, folder), folder)];
    }),
  );
  const rollouts = Object.keys(files).flatMap((name) => /^rollouts\/(\d+)\.jsonl$/.exec(name)?.[1] ?? []);
  if (rollouts.length !== 1) throw new Error(`expected the rollouts of one iteration, found ${rollouts.join(', ') || 'none'}`);
  return {
    files,
    project,
    run: decodeJson(bytesOf('run.json'), 'run.json', runFileFaults, 'E_RUN_INFO') as Record<string, unknown>,
    metrics: lines('metrics.jsonl'),
    timing: lines('timing.jsonl'),
    episodes: lines(`rollouts/${rollouts[0]}.jsonl`),
    rollout: Number(rollouts[0]),
    bases,
    adapters: new Map(
      project.team.agents.map((agent) => {
        const { role } = agent;
        const folder = `adapters/${role}`;
        const base = bases.get(baseNameOf(project, agent));
        const modules = base && loraModules(base.config);
        return [role, readPeft(filesUnder(files, folder), { folder, modules })];
      }),
    ),
  };
}

/**
 * Names and shapes in a safetensors file, by the format's own words (8 bytes of header length, then JSON) and not by this
 * project's reader, which might share a mistake with its writer.
 */
export function shapesIn(bytes: Uint8Array): Map<string, number[]> {
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))) as Record<
    string,
    { shape: number[]; data_offsets: [number, number] }
  >;
  delete header['__metadata__'];
  const last = Math.max(...Object.values(header).map(({ data_offsets: [, end] }) => end));
  if (8 + length + last !== bytes.byteLength)
    throw new Error(`the file has ${bytes.byteLength} bytes, its header speaks of ${8 + length + last}`);
  return new Map(Object.entries(header).map(([name, { shape }]) => [name, shape]));
}
