import type { Conversation } from './conversation.ts';

/** How prompts are laid out: in the workbench's own blocks, or by the chat template of the model that reads them. */
export type PromptTemplate = 'workbench' | 'model';

/** Whether a chat template is told to let the model think; `default` leaves it to the template. */
export type Thinking = 'default' | 'on' | 'off';

/** The tokens between which a model thinks. */
export interface ThoughtTokens {
  readonly open: number;
  readonly close: number;
  /** The text of ids. */
  decode(ids: readonly number[]): string;
}

/** What prompts need of a tokenizer. */
export interface PromptTokens {
  /** Ids of what is said behind an open header. Plain text only: never yields a special token, whatever the text looks like. */
  encode(text: string): readonly number[];
  /**
   * Ids of plain text encoded at once, all that stands between two special tokens. It is given in parts and comes back by part:
   * a token belongs to the part in which its text begins. `first`: nothing stands before it.
   */
  encodeStretch(parts: readonly string[], first: boolean): readonly (readonly number[])[];
  /** Opens a message, such as `<|im_start|>`; empty where the model has no such token. */
  readonly start: readonly number[];
  /** `<|im_end|>`, which also ends a response. */
  readonly end: number;
  /** Set where the tokenizer has `<think>` and `</think>` as tokens. */
  readonly thought?: ThoughtTokens;
  /** Set where prompts are laid out by the model's chat template. */
  readonly conversation?: Conversation;
}

/** The tokens that end a message. */
export const endsOf = ({ conversation, end }: Pick<PromptTokens, 'conversation' | 'end'>): readonly number[] => conversation?.ends ?? [end];
