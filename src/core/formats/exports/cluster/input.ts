/** What a job is made from, and where its parts lie. */
import type { ProjectDocument } from '../../../document/schema.ts';
import type { Fault } from '../../../faults.ts';
import type { Files, GivenFiles } from '../../files.ts';
import type { JobCost } from './cost.ts';
import type { ServerKind } from './servers.ts';

/** The folder that the zip holds. */
export const JOB_FOLDER = 'job';
/** Our terminal, packed by the build. */
export const TERMINAL_FILE = 'terminal.tgz';

/** A base of the project: in the job, or at the Hub, or with whoever starts the job. */
export type JobBase = { readonly name: string } & (
  | { readonly lies: 'here'; readonly folder: string; readonly files: GivenFiles }
  | { readonly lies: 'hub'; readonly id: string; readonly revision: string | null }
);

/** What one kind of server is expected to do with the project. */
export interface ExpectedServer {
  readonly kind: ServerKind;
  /** α that every adapter has there; null where an adapter's own is kept. */
  readonly fixedAlpha: number | null;
  readonly refused: readonly Fault[];
}

export interface JobInput {
  readonly document: ProjectDocument;
  readonly servers: readonly ExpectedServer[];
  /** The kind that the README starts; it has the others too. */
  readonly chosen: ServerKind;
  /** In the order of `baseNames`. */
  readonly bases: readonly JobBase[];
  /** The file of problems as it was attached; null where the project has none. */
  readonly data: { readonly name: string; readonly bytes: Uint8Array } | null;
  /** PEFT folders by role, as they are, and the iteration that they are of; null where nothing was trained. */
  readonly adapters: { readonly iteration: number; readonly folders: ReadonlyMap<string, Files> } | null;
  /** Null where what an iteration takes is not known. */
  readonly cost: JobCost | null;
  /** Our terminal as a gzipped tar. */
  readonly terminal: Uint8Array;
}

/** Where the rows lie; the ending stays, since it says how they are read. */
export const dataPath = (name: string): string => `data/${name.replaceAll(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'rows'}`;
