/** The contract between the page and the worker that fetches models of the Hub: the page itself never holds a model. */
import type { Fault, Outcome } from '../../src/core/faults.ts';

/** How a model is asked for. The token is held in memory alone, on both sides. */
export interface HubRequest {
  /** `org/name`, with `@` and a revision where one is meant. */
  readonly name: string;
  readonly token: string | null;
  /** Address of the Hub, or of a mirror that the page's content policy allows. */
  readonly endpoint: string;
}

/** What is known of a model before it is fetched. */
export interface HubLook {
  readonly id: string;
  readonly commit: string;
  /** The base that it will be: `org/name@commit`. */
  readonly name: string;
  readonly licence: string | null;
  readonly gated: boolean;
  /** Bytes in all, as listed. */
  readonly bytes: number;
  /** Numbers in the model, from its configuration; null where that cannot be read without a token. */
  readonly parameters: number | null;
  /** Why it cannot be used here, whatever is fetched; null where nothing says so. */
  readonly fault: Fault | null;
  /** The model's page. */
  readonly page: string;
}

export interface HubProgress {
  /** `checking`: what was fetched earlier is read once more; `waiting`: as the Hub asks to. */
  readonly doing: 'asking' | 'checking' | 'fetching' | 'waiting';
  readonly file: string | null;
  /** Bytes of the model that are here, of `total`; 0 of 0 while that is not known. */
  readonly done: number;
  readonly total: number;
}

/** A model that this browser keeps, or a part of one. */
export interface HubKept {
  readonly id: string;
  readonly commit: string;
  readonly name: string;
  readonly licence: string | null;
  readonly bytes: number;
  /** Bytes that are here. */
  readonly held: number;
  readonly complete: boolean;
}

export interface HubApi {
  look(request: HubRequest): Promise<Outcome<HubLook>>;
  /** The name of the base; null when it was called off. What has arrived stays. One at a time. */
  take(request: HubRequest, onProgress: (progress: HubProgress) => void): Promise<Outcome<string | null>>;
  callOff(): Promise<void>;
  list(): Promise<Outcome<readonly HubKept[]>>;
  /** Removes the base `org/name@commit`, whole or not. */
  remove(name: string): Promise<Outcome<void>>;
}
