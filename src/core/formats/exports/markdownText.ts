/** Texts of other people in Markdown that we write: every one goes through here (test/unit/security/payloads.test.ts). */

/**
 * As text: in one line, and nothing of it a mark, an element or a link (CommonMark §2.4, backslash escapes; GFM §6.9 makes links of
 * addresses that nobody marked, and GitHub formulas of what stands between dollars).
 */
export const markdownText = (text: string): string =>
  text.replaceAll(/[\s\p{Cc}]+/gu, ' ').replaceAll(/[\\|`<>*_[\]~&#$@]|:(?=\/\/)|(?<=www)\./gi, (character) => `\\${character}`);

/** As code in a line, between more backticks than stand in a row within it (CommonMark §6.1). Not for cells of a table, where `|` ends it. */
export function markdownCode(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  const space = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${ticks}${space}${line}${space}${ticks}`;
}
