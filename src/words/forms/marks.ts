/** Punctuation that the page itself sets between pieces of the catalogue: Chinese marks are full width and leave their own room. */
import { languageSpoken } from './language.ts';

const chinese = languageSpoken() === 'zh';

/** Between sentences, and before a bracket. */
export const GAP = chinese ? '' : ' ';
/** Ends a sentence. */
export const END = chinese ? '。' : '.';
/** Ends a sentence that another follows. */
export const STOP = `${END}${GAP}`;
/** Between a name and what is said of it. */
export const COLON = chinese ? '：' : ': ';
/** Between two clauses of a sentence; things of a list have the {@link COMMA}. */
export const CLAUSE = chinese ? '，' : ', ';
/** Between the things of a list. */
export const COMMA = chinese ? '、' : ', ';
/** Between the things of a list that have commas within. */
export const SEMICOLON = chinese ? '；' : '; ';
/** What stands behind a number that is per cent. */
export const PERCENT = chinese ? '%' : ' %';

export const inQuotes = (words: string): string => (chinese ? `「${words}」` : `“${words}”`);

export const inBrackets = (words: string): string => (chinese ? `（${words}）` : `(${words})`);
