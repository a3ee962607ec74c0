/**
 * The contract of the prompts worker: it composes what an agent would be given to read, with the base's own tokenizer, so
 * that the page does not. The environment it plays is reached over a port to an environment worker.
 */
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import type { Start } from '../../src/core/environment/start.ts';
import type { PreviewedPrompt, RecordedExample } from '../../src/core/episode/preview.ts';
import type { Outcome } from '../../src/core/faults.ts';
import type { Files } from '../../src/core/formats/files.ts';

export interface PromptRequest {
  readonly document: Pick<ProjectDocument, 'team' | 'training' | 'bases'>;
  /** Source of the environment. */
  readonly source: string;
  /** Index into the team's agents. */
  readonly agent: number;
  readonly start: Start;
  readonly recorded: RecordedExample | null;
  /** Config and tokenizer of bases of a person's own, by name; the others are fetched. */
  readonly bases: Readonly<Record<string, Files>>;
}

export interface ShownPrompt extends PreviewedPrompt {
  /** How each id of prompt and response is written, as the base's tokenizer cuts them. */
  readonly texts: readonly string[];
}

export interface PromptPreview {
  readonly problem: string;
  /** As in `core/episode/preview.ts`. */
  readonly fits: boolean | null;
  /** Problems of the train split. */
  readonly problems: number | 'unlimited';
  readonly base: string;
  /** Most tokens the base reads. */
  readonly context: number;
  /** Weights of the agent's adapter, and of the base that it stands on. */
  readonly weights: { readonly adapter: number; readonly base: number };
  /** Most tokens the agent may write. */
  readonly maxNewTokens: number;
  readonly prompts: readonly ShownPrompt[];
}

/** How long a text is to an agent. */
export interface CountRequest {
  readonly document: Pick<ProjectDocument, 'team'>;
  /** Index into the team's agents. */
  readonly agent: number;
  readonly text: string;
  /** As in {@link PromptRequest}. */
  readonly bases: Readonly<Record<string, Files>>;
}

export interface TokenCount {
  readonly tokens: number;
  /** Most tokens the agent's base reads. */
  readonly context: number;
}

export interface PromptsApi {
  connectEnvironment(port: MessagePort): Promise<void>;
  preview(request: PromptRequest): Promise<Outcome<PromptPreview>>;
  count(request: CountRequest): Promise<Outcome<TokenCount>>;
}
