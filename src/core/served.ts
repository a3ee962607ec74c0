/** A server of the Tinker protocol that trains a team, as page, terminal and worker name it. Plain data. */
import type { Fault } from './faults.ts';

/** What it is doing: so many messages of a call are done; or, busy or lost, it is asked again after so many seconds. */
export type ServerDoing =
  | { readonly doing: 'sampling' | 'forward' | 'backward'; readonly done: number; readonly of: number }
  | { readonly doing: 'waiting'; readonly seconds: number };

/** A server that the page's own server hands requests on to. */
export interface ForwardedServer {
  readonly url: string;
  /** What it calls the team's base; null where that is the project's name. */
  readonly model: string | null;
}

/** What is known of a server once it was asked. */
export interface FoundServer {
  readonly url: string;
  /** Names of the base models that it serves. */
  readonly bases: readonly string[];
  /** What it can, as it was tried: a name and what was found, for people. */
  readonly facts: readonly (readonly [name: string, found: string])[];
  /** What keeps the project from being trained there; none where it may begin. */
  readonly refused: readonly Fault[];
}
