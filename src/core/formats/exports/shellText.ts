/** Words of command lines that people are told to type. */

/** `sh` takes what stands between single quotes as it is. */
export const quoted = (text: string): string => (/^[\w./@:=+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** The same in one line, for code in Markdown, which a line of its own could end. A name with a line break in it cannot be typed so. */
export const quotedLine = (text: string): string => quoted(text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' '));
