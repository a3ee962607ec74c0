/** What a reader of a foreign run takes at most: real runs stay far below, and a hostile file ends as a fault instead of a full memory. */

/** Bytes of a line, and of a file that is one JSON value. */
export const MAX_LINE_BYTES = 64 * 2 ** 20;
/** Bytes that are read at a time. */
export const PIECE_BYTES = 2 ** 20;
/** Bytes that a packed file unpacks to. */
export const MAX_UNPACKED_BYTES = 64 * 2 ** 30;
/** Tokens of a message, prompt or response. */
export const MAX_TOKENS = 1_000_000;
/** Tokens of all prompts of an episode, which repeat each other from turn to turn. */
export const MAX_PROMPT_TOKENS = 20_000_000;
export const MAX_MESSAGES = 10_000;
/** Parts of all prompts of an episode: those of a message, and all that stand before it. */
export const MAX_PROMPT_PARTS = 2_000_000;
/** Levels and characters of what stands beside an episode's messages. */
export const MAX_INFO_DEPTH = 16;
export const MAX_INFO_CHARACTERS = 2 ** 20;
/** Rewards, skills, agents of an episode. */
export const MAX_NAMES = 1_000;
/** Of a Parquet file: it is read column by column, so a row group lies in memory. */
export const MAX_PARQUET_BYTES = 512 * 2 ** 20;
export const MAX_PARQUET_ROWS = 1_000_000;
export const MAX_PARQUET_PAGE_BYTES = 64 * 2 ** 20;
export const MAX_PARQUET_METADATA_BYTES = 16 * 2 ** 20;
/** Values of a page, and of a column in a row group: lists have more of them than there are rows. */
export const MAX_PARQUET_PAGE_VALUES = 4_000_000;
export const MAX_PARQUET_VALUES = 16_000_000;
/** Of a row group's texts. */
export const MAX_PARQUET_CHARACTERS = 2 ** 30;
/** Tokens of one step's token export that are remembered while its rollouts are read. */
export const MAX_INDEXED_TOKENS = 32_000_000;
