/** The parsed JSON of a tokenizer's files. */
export interface TokenizerFiles {
  readonly tokenizerJson: unknown;
  readonly tokenizerConfig: unknown;
  /** The chat template, where it lies in a file of its own. */
  readonly chatTemplate?: string | null;
  /** Ids that end what the model generates, as its configuration says. */
  readonly ends?: readonly number[];
}
