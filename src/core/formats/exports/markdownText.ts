/** A text of a person's as Markdown shows it: in one line, and nothing of it a mark or an element (CommonMark §2.4, backslash escapes). */
export const markdownText = (text: string): string =>
  text.replaceAll(/[\s\p{Cc}]+/gu, ' ').replaceAll(/[\\|`<*_[\]]/g, (character) => `\\${character}`);
