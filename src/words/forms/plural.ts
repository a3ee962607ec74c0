/** Counted words: the one place that knows which form a number takes. */

const RULES = new Intl.PluralRules('en');

/** “1 agent”, “3 agents”. */
export const plural = (count: number, one: string, many: string): string => `${count} ${RULES.select(count) === 'one' ? one : many}`;
