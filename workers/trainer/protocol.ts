/**
 * The whole contract between the page and the trainer worker: commands in, events out, plain data only.
 * The worker exposes {@link TrainerApi} through Comlink; nothing else is shared.
 */
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import type { EpisodeRecord } from '../../src/core/episode/records.ts';
import type { Fault } from '../../src/core/faults.ts';

export const BACKENDS = ['auto', 'tfjs-webgpu', 'tfjs-webgl', 'tfjs-wasm', 'tfjs-cpu'] as const;
export type BackendChoice = (typeof BACKENDS)[number];

/** Which executor runs and why, for the status line and `run.json`. */
export interface BackendReport {
  readonly backend: Exclude<BackendChoice, 'auto'>;
  /** One sentence: why this one. */
  readonly reason: string;
  /** Device or build, such as an adapter's description or `SIMD`. */
  readonly device: string;
}

/** Files by path relative to their folder, as a zip or a run folder holds them. */
export type Files = Readonly<Record<string, Uint8Array>>;

export type Phase = 'loading' | 'rollout' | 'credit' | 'update' | 'evaluate' | 'checkpoint' | 'paused' | 'finished' | 'stopped' | 'failed';

/** How far one agent is within the rollout under way. */
export interface AgentActivity {
  readonly role: string;
  readonly state: 'idle' | 'queued' | 'generating' | 'done';
  /** Messages finished and expected in this rollout. */
  readonly done: number;
  readonly total: number;
}

export type TrainerCommand =
  | {
      readonly type: 'start';
      readonly runId: string;
      readonly document: ProjectDocument;
      readonly backend: BackendChoice;
      /** A dropped HF folder, when the base is not one of the shipped ones. */
      readonly base?: Files;
      /** `checkpoints/steps_<n>/…` to go on from. */
      readonly resume?: Files;
      /** Begin paused, so that the first `step` runs one iteration. */
      readonly paused?: boolean;
    }
  | { readonly type: 'pause' }
  | { readonly type: 'resume' }
  /** Runs one iteration, then pauses. */
  | { readonly type: 'step' }
  | { readonly type: 'stop' };

/** `iteration` is the number of completed iterations when the event was sent. */
export type TrainerEvent = { readonly runId: string; readonly iteration: number } & (
  | { readonly type: 'phase'; readonly phase: Phase }
  | { readonly type: 'backend'; readonly report: BackendReport }
  | { readonly type: 'activity'; readonly agents: readonly AgentActivity[] }
  /** One line of `metrics.jsonl` and of `timing.jsonl`; names as in docs/metrics.md. Row 0 is the untrained team. */
  | { readonly type: 'metrics'; readonly metrics: Readonly<Record<string, number>>; readonly timing: Readonly<Record<string, number>> }
  | { readonly type: 'episodes'; readonly episodes: readonly EpisodeRecord[] }
  /** Something skipped, clamped or ignored (DESIGN §8: nothing is silent). */
  | { readonly type: 'notice'; readonly level: 'info' | 'warning'; readonly code: string; readonly message: string }
  /** A complete checkpoint; paths begin with `checkpoints/steps_<n>/`. */
  | { readonly type: 'checkpoint'; readonly files: Files }
  | { readonly type: 'fault'; readonly fault: Fault }
);

export interface TrainerApi {
  /** The environment worker's end of a message channel; must be given before `start`. */
  connectEnvironment(port: MessagePort): Promise<void>;
  subscribe(listener: (event: TrainerEvent) => void): Promise<void>;
  send(command: TrainerCommand): Promise<void>;
  /** Token strings of the running base's vocabulary, for showing single tokens; index = id. */
  vocabulary(): Promise<readonly string[]>;
}
