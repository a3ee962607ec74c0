/** What SkyRL keeps in its database: it outlives the process. */
import { Answered } from './flavour.ts';
import type { Saved } from './service.ts';

export type CheckpointKind = 'training' | 'sampler';

export interface Checkpoint {
  readonly model: string;
  readonly id: string;
  readonly kind: CheckpointKind;
  readonly time: string;
  /** Null until its weights are written. */
  saved: Saved | null;
  failed: string | null;
}

export interface ModelRecord {
  readonly id: string;
  readonly base: string;
  readonly rank: number;
  readonly session: string;
  status: 'created' | 'unloading' | 'unloaded';
  /** Requests other than its creation. */
  requests: number;
}

export interface Session {
  heard: number;
  expired: boolean;
}

const refuse = (status: number, detail: string): Answered => new Answered({ status, body: { detail } });

export class Records {
  readonly sessions = new Map<string, Session>();
  readonly models = new Map<string, ModelRecord>();
  readonly samplingSessions = new Map<string, string>();
  readonly #checkpoints = new Map<string, Checkpoint>();
  /** A digest of what was sent under a model's `seq_id`. */
  readonly #sent = new Map<string, { readonly body: string; readonly request: string }>();

  model(id: string): ModelRecord {
    const model = this.models.get(id);
    if (!model) throw refuse(404, 'Model not found');
    return model;
  }

  session(id: string): Session {
    const session = this.sessions.get(id);
    if (!session) throw refuse(404, 'Session not found');
    return session;
  }

  /** The request that had this `seq_id` before, if it was the same; 409 if it was another. */
  sent(model: string, seqId: number, body: string): string | undefined {
    const before = this.#sent.get(`${model} ${seqId}`);
    if (before && before.body !== body) throw refuse(409, 'Training request sequence number was reused');
    return before?.request;
  }

  send(model: string, seqId: number, body: string, request: string): void {
    this.#sent.set(`${model} ${seqId}`, { body, request });
  }

  newCheckpoint(model: string, id: string, kind: CheckpointKind, time: string): Checkpoint {
    if (!this.models.has(model)) throw refuse(404, `Model '${model}' not found`);
    const key = keyOf(model, id, kind);
    if (this.#checkpoints.has(key)) throw refuse(409, `Checkpoint '${id}' already exists for model '${model}'`);
    const checkpoint: Checkpoint = { model, id, kind, time, saved: null, failed: null };
    this.#checkpoints.set(key, checkpoint);
    return checkpoint;
  }

  /** A checkpoint that is written; 404, 425 or 500 otherwise. */
  checkpoint(model: string, id: string, kind: CheckpointKind): Saved {
    const checkpoint = this.#checkpoints.get(keyOf(model, id, kind));
    if (!checkpoint) throw refuse(404, `Checkpoint not found: ${model}/${id}`);
    if (checkpoint.failed !== null) throw refuse(500, `Checkpoint creation failed: ${checkpoint.failed}`);
    if (!checkpoint.saved) throw refuse(425, 'Checkpoint is still being created');
    return checkpoint.saved;
  }

  checkpointsOf(model: string): Checkpoint[] {
    return [...this.#checkpoints.values()].filter((checkpoint) => checkpoint.model === model).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** 404 where it is not there, 425 while it is written. */
  deleteCheckpoint(model: string, id: string, kind: CheckpointKind): void {
    const key = keyOf(model, id, kind);
    const checkpoint = this.#checkpoints.get(key);
    if (!checkpoint) throw refuse(404, `Checkpoint not found: ${model}/${id}`);
    if (!checkpoint.saved && checkpoint.failed === null) throw refuse(425, 'Checkpoint is still being created');
    this.#checkpoints.delete(key);
  }

  /** A new disk. */
  forget(): void {
    for (const table of [this.sessions, this.models, this.samplingSessions, this.#checkpoints, this.#sent]) table.clear();
  }
}

const keyOf = (model: string, id: string, kind: CheckpointKind): string => `${kind} ${model}/${id}`;

/** `tinker://model/kind/name`, or without the kind. */
export function parsePath(path: string): { readonly model: string; readonly kind: string; readonly id: string } | null {
  const [, model, kind = '', id] = /^tinker:\/\/([^/]+)\/(?:([^/]+)\/)?([^/]+)$/.exec(path) ?? [];
  return model === undefined || id === undefined ? null : { model, kind, id };
}
