/** The parsed JSON of a tokenizer's files. */
export interface TokenizerFiles {
  readonly tokenizerJson: unknown;
  readonly tokenizerConfig: unknown;
}
