/**
 * Opens the session of a run on an engine that has room for it, and opens it again where a device was lost: the same in the page, in the
 * terminal and in the library. How bases are read and what trains the policies is the host's.
 */
import type { BackendChoice, BackendReport } from '../../core/backend.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { EnvironmentHost } from '../../core/environment/contract.ts';
import type { Engine } from '../../engine/engine.ts';
import { lostDeviceText } from '../../words/words.ts';
import { type BackendFiles, type BackendOptions, startEngine } from '../team/backend.ts';
import { bytesOfBases, type OpenBase } from '../team/base.ts';
import { requireRoom, type RoomOptions } from '../room/fits.ts';
import type { OpenedSession } from './lasting.ts';

export interface Opening {
  readonly document: ProjectDocument;
  /** Every base of the document; their weights are read once it is known that there is room for them. */
  readonly bases: readonly OpenBase[];
  readonly files: BackendFiles;
  /** Of the engine, where the document says nothing. */
  readonly engine?: BackendOptions;
  readonly environment: EnvironmentHost;
  /** What is known of this machine; null where a server computes and its memory is its own. */
  readonly room: RoomOptions | null;
  /** Makes the session on an engine that is there; `reopened`: once more, after a loss. Where it throws, the engine is given up. */
  readonly make: (engine: Engine, report: BackendReport, reopened: boolean) => Promise<Omit<OpenedSession, 'report'>>;
}

/** What opens the session, as often as it is needed, on whatever backend is chosen. */
export function openerOf({ document, bases, files, engine: options, environment, room, make }: Opening) {
  return async (backend: BackendChoice, reopened = false): Promise<OpenedSession> => {
    const { engine, report: found } = await startEngine(backend, files, {
      weights: document.team.weights,
      kvCache: document.team.kvCache,
      weightBytes: bytesOfBases(bases),
      ...(room && { room: (on) => requireRoom(document, bases, environment, on, room) }),
      ...options,
    });
    const report = reopened ? { ...found, reason: lostDeviceText.reason } : found;
    try {
      return { ...(await make(engine, report, reopened)), report };
    } catch (error) {
      engine.dispose();
      throw error;
    }
  };
}
