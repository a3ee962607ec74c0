/**
 * Grades an answer to a mathematics problem: takes it out of a text, writes it in one form, compares. The rules are those of
 * the grader MARFT uses (docs/data-sets.md has them as a table); where that one is wrong, its way is a quirk one asks for by
 * name. What each export promises is written in `guest.d.ts`. This text is evaluated in the sandbox, so beside
 * `mathExpression.ts` it imports nothing but types, and no expression of it backtracks over long texts.
 */
import type * as declared from './guest.d.ts';
import { type Complex, type Expression, type Point, readExpression } from './mathExpression.ts';

type Quirks = ReadonlySet<declared.GraderQuirk>;

/** Longest answer that is taken apart; longer ones are only compared as they stand. */
const LONGEST = 600;
/** Relative difference that a decimal may have. */
const TOLERANCE = 1e-4;
/** The same for what is computed exactly, but for the arithmetic's rounding. */
const ROUNDING = 1e-11;

// --- taking the answer out of a text ---------------------------------------------------------------------------------

/** From after `{` to its `}`, or to the end when it is never closed. */
function braced(text: string, from: number): string {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return text.slice(from, at);
  }
  return text.slice(from);
}

function after(text: string, phrase: string): string | null {
  const at = text.lastIndexOf(phrase);
  return at < 0 ? null : text.slice(at + phrase.length);
}

/** A phrase's answer ends with its sentence; R1 takes the rest of the text. */
function sentence(text: string): string {
  const rest = text.replace(/^\s*:?\s*/, '');
  const end = rest.search(/\n|[.!?](?:\s|$)/);
  return end < 0 ? rest : rest.slice(0, end);
}

function lastNumber(text: string, quirks: Quirks): string {
  if (quirks.has('r1_extraction'))
    return (
      text
        .replaceAll(',', '')
        .match(/-?\d*\.?\d+/g)
        ?.at(-1) ?? ''
    );
  // A minus behind a digit is an operator; thousands have their commas, and a fraction and a percent sign belong to the number.
  const found = text.match(/(?<![\d.])-?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)?(?:\.\d+|(?<=\d))(?:\/\d+(?![\d.]))?(?:\\?%)?/g);
  return found?.at(-1)?.replaceAll(',', '') ?? '';
}

/** What a text gives as its answer, as written. */
function rawAnswer(text: string, quirks: Quirks): string {
  const whole = quirks.has('r1_extraction');
  const minerva = text.indexOf('final answer is $');
  const minervaEnd = minerva < 0 ? -1 : text.indexOf('$. I hope', minerva + 17);
  if (minervaEnd >= 0) return text.slice(minerva + 17, minervaEnd);
  const boxed = after(text, 'boxed');
  if (boxed !== null) return boxed.startsWith('{') ? braced(boxed, 1) : (boxed.split('$', 1)[0] ?? '');
  const marked = whole ? null : after(text, '####');
  if (marked !== null) return marked.trim().split('\n', 1)[0] ?? '';
  for (const phrase of ['he answer is', 'final answer is']) {
    const said = after(text, phrase);
    if (said !== null) return whole ? said : sentence(said);
  }
  const chinese = after(text, '答案是');
  if (chinese !== null) return whole ? (chinese.trim().split('\n\n', 1)[0] ?? '') : sentence(chinese.replaceAll('。', '. '));
  return lastNumber(text, quirks);
}

// --- one form for all -------------------------------------------------------------------------------------------------

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries([
  ...SMALL.split(' ').map((word, value) => [word, value] as const),
  ...'twenty thirty forty fifty sixty seventy eighty ninety hundred'.split(' ').map((word, i) => [word, 20 + 10 * i] as const),
]);

/** Units that may stand bare behind a number; in `\text{…}` anything may. */
const UNITS =
  'degrees? radians? percent|dollars? cents? euros? pounds?|' +
  '(?:kilo|centi|milli|deci)?(?:met(?:er|re)|gram|lit(?:er|re))s? inch(?:es)? foot feet yards? miles? ounces? gallons? quarts? pints?|' +
  'per seconds? minutes? hours? days? weeks? months? years?|square|cubic|units?|points?|km|cm|mm|kg|mg|ml|ft|mph|hrs?|sec|min';
const UNIT = UNITS.replaceAll(' ', '|');
const TRAILING_UNITS = new RegExp(`(?<=[\\d})])\\s*(?:(?:${UNIT})(?:\\^\\{?[23]\\}?)?(?:\\s+|\\s*/\\s*|$)){1,4}$`, 'i');
/** R1 takes units out wherever they stand as a word, single letters among them. */
const R1_UNITS = new RegExp(`(^|\\W)(?:${UNIT}|[otahclsgmd])(?=$|\\W)`, 'g');

/** Space as LaTeX writes it; a row's end `\\\\` is none. */
const SPACE = /(?<!\\)\\[!,;: ]|~|\\q?quad(?![a-z])/gi;

/** Commands that only lay out, or that have a plainer twin. */
const REWRITES: readonly (readonly [RegExp, string])[] = [
  [/\\(?:left|right|displaystyle|bigl?|bigr|Bigl?|Bigr|limits)(?![a-z])/g, ''],
  [/\\[dtc]frac(?![a-z])/g, '\\frac'],
  [/\\[dt]binom(?![a-z])/g, '\\binom'],
  [/\\(n|l|g)eq?(?![a-z])/g, '\\$1e'],
  [/≤/g, '\\le '],
  [/≥/g, '\\ge '],
  [/≠/g, '\\ne '],
  [/\{,\}/g, ','],
  [/\\begin\{(?:array|bmatrix)\}(?:\{[lcr| ]{0,40}\})?/g, '\\begin{pmatrix}'],
  [/\\end\{(?:array|bmatrix)\}/g, '\\end{pmatrix}'],
  [/\s*(?:\^\s*\{?\s*)?\\(?:circ|degree)(?![a-z])\s*\}?|°/g, ''],
  [/\\(?:mathbf|mathrm|mathbb|mathit|operatorname|textbf|bf|rm)(?![a-z])/g, ''],
  [/\\mbox\{[^{}]*\}/g, ''],
  [/(?<![a-z\\])inf(?:inity|ty)?(?![a-z])|∞/gi, '\\infty'],
];

const SHORT_NAME = /^\s*(?:\\?[a-z]{1,2}|[a-z]\([a-z]\))\s*(?:=|\\in(?![a-z]))\s*(?=\S)/i;

/** As read, before anything is lost: brackets of sets and percent signs still stand. */
function tidied(raw: string, quirks: Quirks): string {
  let text = raw.replace(/\n\s*/g, '').trim();
  text = text.replace(/^:/, '').replace(/\.$/, '').replace(/\/$/, '').trim();
  // Runs of space first: behind it no pattern meets one, so none goes over it again and again.
  text = text.replace(SPACE, ' ').replace(/\s+/g, ' ');
  for (const [from, to] of REWRITES) text = text.replace(from, to);
  text = text.replace(/\\?\$/g, '').trim();
  // `\text{ cm}` behind an answer is a unit; alone it is the answer.
  const bare = text.replace(/\s*\\text\s*\{[^{}]*\}(?:\s*\^\{?[23]\}?)?$/, '').trim();
  if (bare !== '') text = bare;
  if (quirks.has('r1_units')) for (let pass = 0; pass < 2; pass += 1) text = text.replace(R1_UNITS, '$1').trim() || text;
  else text = text.replace(TRAILING_UNITS, '').trim() || text;
  text = text.replace(/\\text\s*\{([^{}]*)\}/g, (_, said: string) => ` ${said.trim()} `).trim();
  const word = NUMBER_WORDS[text.toLowerCase()];
  if (word !== undefined && Object.hasOwn(NUMBER_WORDS, text.toLowerCase())) text = String(word);
  text = text.replace(SHORT_NAME, '');
  return text.replace(/(^|[\s({[,+\-*/^=])\.(?=\d)/g, '$10.').replace(/(?<![\d.])(\d+)\.0+(?!\d)/g, '$1');
}

/** `1,234` is one number; a comma with a space behind it is none of these. */
const withoutThousands = (text: string): string =>
  text.replace(/(?<![\d.])\d{1,3}(?:,\d{3})+(?![\d,])/g, (number) => number.replaceAll(',', ''));

/** The form that is shown, and that R1 compares. */
function normalized(raw: string, quirks: Quirks): string {
  if (raw.length > LONGEST) return raw.trim();
  let text = tidied(raw, quirks)
    .replace(/\\?%/g, '')
    .replace(/\\([{}])/g, '$1');
  if (!/[a-z]{2,} [a-z]{2,}/i.test(text.replace(/\\[a-z]+/gi, ''))) text = text.replace(/ +/g, '');
  text = text
    .replace(/\\frac(\d)(?=[\d{])/g, '\\frac{$1}')
    .replace(/(\\frac\{[^{}]*\})(\d)/g, '$1{$2}')
    .replace(/\\sqrt(\w)/g, '\\sqrt{$1}');
  return (/^[([{]/.test(text) ? text : withoutThousands(text)).replace(/^(-?\d+)\/(-?\d+)$/, '\\frac{$1}{$2}');
}

// --- comparing --------------------------------------------------------------------------------------------------------

/** Where the variables are evaluated: positive, negative and complex points, so that √(x²) is not x. */
const POINTS: readonly Point[] = [1, 2, 3].map((round) => (variable) => {
  let seed = round * 7919;
  for (let i = 0; i < variable.length; i += 1) seed = (seed * 31 + variable.charCodeAt(i)) % 99_991;
  const size = 0.4 + (seed % 1009) / 700;
  return round === 1 ? [size, 0] : round === 2 ? [-size, 0] : [size, 0.3 + (seed % 97) / 120];
});

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** The parts between `separator`s that stand in no bracket. */
function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (Object.hasOwn(PAIRS, character)) depth += 1;
    else if (character === ')' || character === ']' || character === '}') depth -= 1;
    else if (
      depth <= 0 &&
      text.startsWith(separator, at) &&
      !(separator.startsWith('\\') && /^[a-z]/i.test(text.slice(at + separator.length)))
    ) {
      parts.push(text.slice(start, at));
      start = at + separator.length;
      at = start - 1;
    }
  }
  return [...parts, text.slice(start)];
}

interface List {
  /** `(]` and the like; empty for a list without brackets, `{}` for a set. */
  readonly brackets: string;
  readonly elements: readonly string[];
}

/** A tuple, an interval, a set or a list, or null for what is one thing. */
function asList(text: string): List | null {
  const set = text.startsWith('\\{') && text.endsWith('\\}');
  const opens = text[0] ?? '';
  const enclosed = set || ((opens === '(' || opens === '[') && /[)\]]$/.test(text));
  const inner = set ? text.slice(2, -2) : enclosed ? text.slice(1, -1) : withoutThousands(text);
  const elements = (enclosed ? inner : inner.replace(/(?<![a-z\\])(?:and|or)(?![a-z])/gi, ','))
    .split(';')
    .flatMap((part) => split(part, ','));
  const parts = elements.map((element) => element.trim()).filter((element) => element !== '');
  if (set) return { brackets: '{}', elements: parts };
  // `(1)(2,3)` is no list: its first bracket closes early.
  if (enclosed && parts.length > 1 && split(text, ',').length === 1) return { brackets: opens + text.slice(-1), elements: parts };
  return !enclosed && parts.length > 1 ? { brackets: '', elements: parts } : null;
}

function asMatrix(text: string): string[][] | null {
  const found = /^\\begin\{[pv]matrix\}(.*)\\end\{[pv]matrix\}$/.exec(text);
  return found ? (found[1] ?? '').split('\\\\').map((row) => row.split('&')) : null;
}

type Same = (a: string, b: string) => boolean;

const inOrder = (a: readonly string[], b: readonly string[], same: Same): boolean =>
  a.length === b.length && a.every((element, i) => same(element, b[i] ?? ''));

/** Each of one finds a partner of its own in the other. */
function inAnyOrder(a: readonly string[], b: readonly string[], same: Same): boolean {
  if (a.length !== b.length || a.length > 64) return false;
  const left = [...b];
  return a.every((element) => {
    const at = left.findIndex((other) => same(element, other));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function sameLists(a: List, b: List, same: Same, quirks: Quirks): boolean {
  const kinds = [a.brackets, b.brackets];
  if (quirks.has('r1_brackets')) return inOrder(a.elements, b.elements, same);
  if (kinds.every((kind) => kind === '' || kind === '{}')) return inAnyOrder(a.elements, b.elements, same);
  return (a.brackets === b.brackets || (kinds.includes('') && !kinds.includes('{}'))) && inOrder(a.elements, b.elements, same);
}

const close = (a: number, b: number, tolerance: number): boolean =>
  a === b || Math.abs(a - b) <= Math.max(tolerance * Math.max(Math.abs(a), Math.abs(b)), 1e-13);

/** Whether `a` is `factor · b` at every point where both have a value, of which there must be one. */
function agree(a: Expression, b: Expression, factor: number, tolerance: number): boolean {
  const values = POINTS.map((point) => [a(point), b(point)] as const).filter(([x, y]) => [...x, ...y].some(Number.isFinite));
  const same = ([x, y]: readonly [Complex, Complex]) => close(x[0], factor * y[0], tolerance) && close(x[1], factor * y[1], tolerance);
  return values.length > 0 && values.every((pair) => pair.flat().every(Number.isFinite) && same(pair));
}

function sameValues(a: string, b: string, percents: readonly [boolean, boolean], quirks: Quirks): boolean {
  const whole = /^[-+]?\d+$/;
  if (whole.test(a) && whole.test(b) && percents[0] === percents[1] && !quirks.has('r1_tolerance'))
    return plainInteger(a) === plainInteger(b);
  const [x, y] = [readExpression(a), readExpression(b)];
  if (!x || !y) return false;
  const tolerance = quirks.has('r1_tolerance') || /\d?\.\d/.test(a) || /\d?\.\d/.test(b) ? TOLERANCE : ROUNDING;
  const factors = quirks.has('r1_percent') || percents[0] !== percents[1] ? [1, 100, 0.01] : [1];
  return factors.some((factor) => agree(x, y, factor, tolerance));
}

const plainInteger = (text: string): string => (text.startsWith('-') ? '-' : '') + text.replace(/^[-+]/, '').replace(/^0+(?=\d)/, '');

const RELATIONS = ['\\le', '\\ge', '\\ne', '<', '>'] as const;
const MIRRORED: Readonly<Record<string, string>> = { '\\le': '\\ge', '\\ge': '\\le', '<': '>', '>': '<', '\\ne': '\\ne' };

function sameRelations(a: string, b: string, same: Same): boolean | null {
  const relation = RELATIONS.find((sign) => split(a, sign).length > 1);
  if (relation === undefined) return null;
  const [x, y] = [split(a, relation), split(b, relation)];
  const mirrored = split(b, MIRRORED[relation] ?? relation).toReversed();
  return inOrder(x, y, same) || inOrder(x, mirrored, same);
}

function sameEquations(a: string, b: string, quirks: Quirks): boolean | null {
  const [x, y] = [split(a, '='), split(b, '=')];
  if (x.length === 1 && y.length === 1) return null;
  if (x.length !== 2 || y.length !== 2) return false;
  const [left, right] = [`(${x[0]})-(${x[1]})`, `(${y[0]})-(${y[1]})`].map(readExpression);
  if (!left || !right) return false;
  const tolerance = quirks.has('r1_tolerance') ? TOLERANCE : 1e-9;
  return agree(left, right, 1, tolerance) || agree(left, right, -1, tolerance);
}

const squeezed = (text: string): string => text.replace(/\s+/g, '');
/** Words compare without case; single letters are variables and keep theirs. */
const isWords = (text: string): boolean => /^(?=.*[a-z]{4}|.*[a-z]+ [a-z]|yes$|no$|odd$)[a-z' .,-]+$/i.test(text);
const choice = (text: string): string | null => /^\(?([A-E])\)?[.)]?$/.exec(squeezed(text))?.[1] ?? null;

function same(a: string, b: string, quirks: Quirks, depth: number): boolean {
  const [left, right] = [a.trim(), b.trim()];
  if (left === '' || right === '' || depth > 6) return false;
  if (squeezed(left) === squeezed(right)) return true;
  if (quirks.has('r1_case') && squeezed(left).toLowerCase() === squeezed(right).toLowerCase()) return true;
  if (isWords(left) && isWords(right)) return squeezed(left).toLowerCase() === squeezed(right).toLowerCase();
  const inner: Same = (x, y) => same(x, y, quirks, depth + 1);
  if (choice(left) !== null && choice(left) === choice(right)) return true;
  const [m, n] = [asMatrix(left), asMatrix(right)];
  if (m || n) return m !== null && n !== null && m.length === n.length && m.every((row, i) => inOrder(row, n[i] ?? [], inner));
  const [unionA, unionB] = [left, right].map((text) => split(text.replaceAll('∪', '\\cup '), '\\cup')) as [string[], string[]];
  if (unionA.length > 1 || unionB.length > 1) return inAnyOrder(unionA, unionB, inner);
  const [listA, listB] = [left, right].map((text) => asList(bothSigns(text))) as [List | null, List | null];
  if (listA || listB) return listA !== null && listB !== null && sameLists(listA, listB, inner, quirks);
  const related = sameRelations(left, right, inner) ?? sameRelations(right, left, inner) ?? sameEquations(left, right, quirks);
  if (related !== null) return related;
  const percents = [/%/.test(left), /%/.test(right)] as const;
  const [valueA, valueB] = [left, right].map((text) => withoutThousands(text.replace(/\\?%/g, ''))) as [string, string];
  if (quirks.has('r1_brackets') && unbracketed(valueA) === unbracketed(valueB)) return true;
  return sameValues(valueA, valueB, percents, quirks);
}

const unbracketed = (text: string): string => squeezed(text).replace(/[()[\]{}]/g, '');

/** `a \pm b` is two answers. */
function bothSigns(text: string): string {
  const signed = text.replaceAll('±', '\\pm ');
  return split(signed, '\\pm').length === 2 ? `${signed.replace('\\pm', '+')},${signed.replace('\\pm', '-')}` : text;
}

// --- what environments call --------------------------------------------------------------------------------------------

const quirksOf = (options: declared.GraderOptions | undefined): Quirks => new Set(options?.quirks ?? []);

function sameRaw(given: string, answer: string, quirks: Quirks): boolean {
  if (given.length > LONGEST || answer.length > LONGEST) return squeezed(given) !== '' && squeezed(given) === squeezed(answer);
  return same(tidied(given, quirks), quirks.has('r1_raw_label') ? answer : tidied(answer, quirks), quirks, 0);
}

export const extractAnswer: typeof declared.extractAnswer = (text, options) => {
  const quirks = quirksOf(options);
  const answer = normalized(rawAnswer(text, quirks), quirks);
  return answer === '' ? null : answer;
};

export const sameAnswer: typeof declared.sameAnswer = (given, answer, options) => sameRaw(given, String(answer), quirksOf(options));

export const gradeMath: typeof declared.gradeMath = (text, answer, options) => {
  const quirks = quirksOf(options);
  return sameRaw(rawAnswer(text, quirks), String(answer), quirks);
};
