/** How a flowchart of Mermaid begins, as LangGraph writes it or as anybody does. */
const HEAD =
  /^\s*(?:```mermaid[ \t]*\n\s*)?(?:---[ \t]*\n(?:(?!---)[^\n]*\n){0,200}?---[ \t]*\n|%%\{[^\n]*\}%%[ \t]*\n)?\s*(?:graph|flowchart) /;

export const looksLikeMermaid = (text: string): boolean => HEAD.test(text.slice(0, 20_000).replaceAll('\r\n', '\n'));
