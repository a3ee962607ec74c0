/**
 * The cache of huggingface_hub on this disk, in its own layout, so that what Python fetched is found here and what is fetched here
 * is found by Python: `models--org--name/blobs/<hash>`, `snapshots/<commit>/<file>` leading there, and `refs/<branch>` with a commit.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, statSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { takenOfModel, WEIGHTS_INDEX } from '../../../src/core/formats/models/modelFiles.ts';
import type { HubFile, HubModel } from '../../../src/core/formats/models/hub/hubModel.ts';
import { type HubName, isCommit, MAIN } from '../../../src/core/formats/models/hub/hubName.ts';
import { gitHeader, type MakeHasher } from '../../../src/hub/hasher.ts';
import type { HubFileSystem } from '../../../src/hub/hubFiles.ts';
import type { ModelStore } from '../../../src/hub/takeModel.ts';
import { fileSource } from '../fileSource.ts';
import { writeFileWhole } from '../folders.ts';
import { nodeFileSystem } from '../nodeFileSystem.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a variable of the environment says yes, as huggingface_hub reads them. */
const saysYes = (value: string | undefined): boolean => /^(?:1|on|yes|true)$/i.test(value ?? '');

/** What the variables of huggingface_hub say. */
export interface HubSettings {
  readonly endpoint: string;
  readonly cache: string;
  /** Nothing may be asked for. */
  readonly offline: boolean;
  /** The person's token: of `HF_TOKEN`, or of the file in which `hf auth login` put it; it is read and never written. */
  token(): string | null;
}

/** Reads `HF_ENDPOINT`, `HF_HUB_CACHE`, `HF_HOME`, `HF_HUB_OFFLINE`, `HF_TOKEN` and their elder forms. */
export function hubSettings(env: Environment = process.env): HubSettings {
  const given = (...names: readonly string[]): string | undefined =>
    names.map((name) => env[name]).find((value) => value !== undefined && value !== '');
  const home = given('HF_HOME') ?? join(given('XDG_CACHE_HOME') ?? join(homedir(), '.cache'), 'huggingface');
  return {
    endpoint: given('HF_ENDPOINT') ?? 'https://huggingface.co',
    cache: expanded(given('HF_HUB_CACHE', 'HUGGINGFACE_HUB_CACHE') ?? join(home, 'hub')),
    offline: saysYes(given('HF_HUB_OFFLINE', 'TRANSFORMERS_OFFLINE')),
    token: () => {
      const own = given('HF_TOKEN', 'HUGGING_FACE_HUB_TOKEN')?.trim();
      if (own !== undefined || saysYes(given('HF_HUB_DISABLE_IMPLICIT_TOKEN'))) return own ?? null;
      const file = expanded(given('HF_TOKEN_PATH') ?? join(home, 'token'));
      return (existsSync(file) && readFileSync(file, 'utf8').trim()) || null;
    },
  };
}

const expanded = (path: string): string => path.replace(/^~(?=$|[/\\])/, homedir());

export const hubFiles: HubFileSystem = {
  ...nodeFileSystem,
  async open(path) {
    return existsSync(path) ? fileSource(path) : null;
  },
};

/** Many times as fast as the one that needs nothing of its host. */
export const nodeHasher: MakeHasher = ({ hash, bytes }) => {
  const made = createHash(hash.kind === 'git' ? 'sha1' : 'sha256');
  if (hash.kind === 'git') made.update(gitHeader(bytes));
  return { update: (part) => made.update(part), hex: () => made.digest('hex') };
};

export class HubCache implements ModelStore {
  readonly fs = hubFiles;

  constructor(private readonly root: string) {}

  /** Where the files of a model lie at a commit. */
  snapshot(id: string, commit: string): string {
    return join(this.#folder(id), 'snapshots', commit);
  }

  /** Where a process says that it fetches a model. */
  lockFolder(id: string): string {
    return join(this.root, '.locks', folderName(id));
  }

  /** The commit that a revision stood for when it was last fetched, by Python or here; null where it never was. */
  commitOf({ id, revision }: HubName): string | null {
    if (isCommit(revision)) return revision;
    const ref = join(this.#folder(id), 'refs', ...(revision ?? MAIN).split('/'));
    const commit = existsSync(ref) ? readFileSync(ref, 'utf8').trim() : null;
    return isCommit(commit) ? commit : null;
  }

  /**
   * The folder of a model that is there with all that a base needs: its configuration, and its weights or every shard that their
   * index names. Null where something is missing.
   */
  wholeSnapshot(name: HubName): string | null {
    const commit = this.commitOf(name);
    if (commit === null) return null;
    const folder = this.snapshot(name.id, commit);
    const has = (file: string): boolean => statSync(join(folder, file), { throwIfNoEntry: false })?.isFile() ?? false;
    if (!has('config.json') || !(has('tokenizer.json') || has('tokenizer_config.json'))) return null;
    if (has('model.safetensors')) return folder;
    const shards = has(WEIGHTS_INDEX) ? shardsIn(readFileSync(join(folder, WEIGHTS_INDEX), 'utf8')) : [];
    return shards.length > 0 && shards.every((shard) => takenOfModel(shard) === 'contents' && has(shard)) ? folder : null;
  }

  async has(model: HubModel, file: HubFile): Promise<boolean> {
    if (statSync(this.#pointer(model, file), { throwIfNoEntry: false })?.size === file.bytes) return true;
    // Of another commit, which may have the same file.
    if (statSync(this.#blob(model, file), { throwIfNoEntry: false })?.size !== file.bytes) return false;
    this.#link(model, file, false);
    return true;
  }

  partOf(model: HubModel, file: HubFile): string {
    return `${this.#blob(model, file)}.incomplete`;
  }

  async finish(model: HubModel, file: HubFile): Promise<void> {
    const blob = this.#blob(model, file);
    renameSync(this.partOf(model, file), blob);
    this.#link(model, file, true);
  }

  async read(model: HubModel, file: HubFile): Promise<Uint8Array> {
    return new Uint8Array(readFileSync(this.#pointer(model, file)));
  }

  async room(): Promise<number | null> {
    try {
      const { bavail, bsize } = statfsSync(this.root);
      return bavail * bsize;
    } catch {
      return null;
    }
  }

  async begin(_name: HubName, { id, commit }: HubModel): Promise<void> {
    mkdirSync(this.snapshot(id, commit), { recursive: true });
  }

  async done({ id, revision }: HubName, { commit }: HubModel): Promise<void> {
    if (isCommit(revision)) return;
    const ref = join(this.#folder(id), 'refs', ...(revision ?? MAIN).split('/'));
    mkdirSync(dirname(ref), { recursive: true });
    // Without a newline: Python takes all that is there for the commit.
    await writeFileWhole(ref, commit);
  }

  #folder(id: string): string {
    return join(this.root, folderName(id));
  }

  #blob({ id }: HubModel, { hash }: HubFile): string {
    return join(this.#folder(id), 'blobs', hash.hex);
  }

  #pointer({ id, commit }: HubModel, { path }: HubFile): string {
    return join(this.snapshot(id, commit), path);
  }

  /** Where links cannot be made, as for most people on Windows, the file itself lies in the snapshot, as Python does it. */
  #link(model: HubModel, file: HubFile, isNew: boolean): void {
    const [blob, pointer] = [this.#blob(model, file), this.#pointer(model, file)];
    mkdirSync(dirname(pointer), { recursive: true });
    rmSync(pointer, { force: true });
    try {
      symlinkSync(relative(dirname(pointer), blob), pointer);
    } catch {
      if (isNew) renameSync(blob, pointer);
      else copyFileSync(blob, pointer);
    }
  }
}

const folderName = (id: string): string => `models--${id.replace('/', '--')}`;

function shardsIn(index: string): readonly string[] {
  try {
    const { weight_map: map } = JSON.parse(index) as { readonly weight_map?: Readonly<Record<string, unknown>> };
    return [...new Set(Object.values(map ?? {}))].map(String);
  } catch {
    return [];
  }
}
