/** What a prompt in a model's own chat template needs of the model. */

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A part of a rendered conversation: text of the template's own, in which names of special tokens are those tokens, or somebody's. */
export interface RenderedPart {
  readonly text: string;
  readonly isTemplate: boolean;
}

export interface Conversation {
  /** The conversation as one text, up to the opening of the model's next message where `open`. Throws `E_TEMPLATE_*`. */
  render(messages: readonly ChatMessage[], open: boolean): string;
  /** The same with all that is said replaced by marks: the text between them is the template's alone. Throws `E_TEMPLATE_*`. */
  skeleton(messages: readonly ChatMessage[], open: boolean): Skeleton;
  /** Whether the template has a place for a system message. */
  readonly hasSystem: boolean;
  /** Whether the template reads `enable_thinking`. */
  readonly readsThinking?: boolean;
  /** Each part as text and ids of special tokens. */
  pieces(parts: readonly RenderedPart[]): readonly (readonly (string | readonly number[])[])[];
  /** The tokens with which the model ends a message; never empty. */
  readonly ends: readonly number[];
  /** A fault to throw: the template does something with `text` that no span in the rendered conversation follows from. */
  unfollowed(text: string): Error;
}

/** Where a template puts what is said. */
export interface Skeleton {
  /** Indices of messages, in the order in which they appear. Those of which nothing is said do not. */
  readonly order: readonly number[];
  /** The template's text before each of them, and behind the last one. */
  readonly literals: readonly string[];
}
