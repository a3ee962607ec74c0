/** The contract between the page and the worker that keeps models, of the Hub or of this computer: the page itself never holds one. */
import type { Files, GivenFiles } from '../../src/core/formats/files.ts';
import type { ModelConfig } from '../../src/core/formats/models/model-config.ts';
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
  /** What its configuration says; null with `parameters`. */
  readonly config: ModelConfig | null;
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

/** How far a model that was chosen from this computer is; of `checking` a share is told, as of `total` 1. */
export interface ChosenProgress {
  readonly doing: 'checking' | 'copying' | 'verifying';
  readonly done: number;
  readonly total: number;
}

/** A model chosen from this computer of which a part was copied. */
export interface BegunCopy {
  readonly name: string;
  readonly bytes: number;
  readonly held: number;
}

export interface HubApi {
  /**
   * Looks a chosen model through. The files that prompts are made with where a GGUF file says what is in them; null when it was
   * called off. Fails as loading it would.
   */
  check(name: string, files: GivenFiles, onProgress: (progress: ChosenProgress) => void): Promise<Outcome<Files | null>>;
  /** What a model is, whatever its folder is called (`baseFingerprint`). Fails as loading it would. */
  fingerprint(name: string, files: GivenFiles): Promise<Outcome<string>>;
  /** Keeps a chosen model as the base `name`; whether it is kept now: false when it was called off. What was copied stays. */
  keep(name: string, files: GivenFiles, onProgress: (progress: ChosenProgress) => void): Promise<Outcome<boolean>>;
  /** Ends {@link check} and {@link keep}. */
  leave(): Promise<void>;
  /** Chosen models of which a part was copied. */
  begun(): Promise<Outcome<readonly BegunCopy[]>>;
  /** Removes a chosen model, whole or not. */
  forget(name: string): Promise<Outcome<void>>;
  look(request: HubRequest): Promise<Outcome<HubLook>>;
  /** The name of the base; null when it was called off. What has arrived stays. One at a time. */
  take(request: HubRequest, onProgress: (progress: HubProgress) => void): Promise<Outcome<string | null>>;
  callOff(): Promise<void>;
  list(): Promise<Outcome<readonly HubKept[]>>;
  /** Removes the base `org/name@commit`, whole or not. */
  remove(name: string): Promise<Outcome<void>>;
}
