/** The part of docs/results.md behind the lessons, from the files under `public/evidence`. */
import type { Evidence, EvidenceSeed, EvidenceVariant } from '../../src/core/lessons/evidence.ts';
import {
  differenceText,
  evidenceDifference,
  evidenceNumber,
  evidenceText,
  iterationOfGain,
  parseEvidenceLink,
  referenceOf,
  variantNumber,
} from '../../src/core/lessons/evidenceNumbers.ts';
import { VERDICTS, type Verdict } from '../../src/core/statistics/paired.ts';
import { EVIDENCE_NOTES } from './notes.ts';

export function evidenceMarkdown(all: readonly Evidence[]): string {
  return `# Evidence behind the lessons

Written by \`npm run evidence\`; do not edit. What the lessons, the bug museum and the paper in miniature claim of an effect they read from \`public/evidence/<id>.json\`, and so does this part; what no page shows lies in \`docs/evidence\`. Every variant has the same seeds, so that two are compared seed by seed: “paired” is the mean difference of the sampled reward to the first row (or the row named), in points, ± half the width of the 95 % interval of the differences (Student's t), bold where that interval leaves out 0. Only then is anything here called higher or lower, and a test holds each such sentence against its file; where it holds 0 the two were not told apart. Reward of 256 episodes of the train split before and after training, sampled at temperature 1 or greedy: mean over seeds ± half the width of its 95 % interval (Student's t), single seeds in brackets. Peak: the best mean reward of five iterations. "+30 points at": the first iteration, per seed, at which that mean exceeds the untrained reward by 30 points. The last columns are means over the last five iterations. The KL to the base is measured with k1 unless marked; files that name workbench 0.2 measured it on the episodes of each iteration as they were played, those of 0.1 after the update that learnt from them, where it reads a little low and may be below 0 in the first iterations. Changes are written as paths of the project file.

${all.map(section).join('\n\n')}
`;
}

function section(evidence: Evidence): string {
  const { id, title, preset, settings, iterations, episodes, variants, backend } = evidence;
  const columns = columnsOf(variants);
  const rows = variants.map((variant) => {
    const mark = (what: string) => (what.includes('/kl_ref') && variant.klRefEstimator !== 'k1' ? ` (${variant.klRefEstimator})` : '');
    const cells = columns.map(({ what }) => `${cell(variant, what)}${mark(what)}`);
    const number = (what: string) => cell(variant, what);
    return `| ${variant.name} (\`${variant.id}\`) | ${changesText(variant.changes)} | ${number('before.sampled')} → ${number('after.sampled')} [${list(variant.seeds, ({ after }) => after.sampled)}] | ${paired(evidence, variant)} | ${number('before.greedy')} → ${number('after.greedy')} | ${number('peak')} | ${variant.seeds.map((seed) => iterationOfGain(seed, 0.3) ?? '–').join(', ')} | ${[...cells, noticesOf(variant)].join(' | ')} |`;
  });
  const head = ['variant', 'changes', 'sampled', 'paired', 'greedy', 'peak', '+30 points at', ...columns.map(({ name }) => name), 'guards'];
  const note = EVIDENCE_NOTES[id];
  return `## ${title} (\`${id}\`)

Preset \`${preset}\`${Object.keys(settings).length > 0 ? `, ${changesText(settings)}` : ''}; ${iterations} iterations of ${episodes} episodes, seeds ${variants[0]?.seeds.map(({ seed }) => seed).join(', ')}; ${backend}.

| ${head.join(' | ')} |
|${head.map(() => '---|').join('')}
${rows.join('\n')}${bySeed(evidence)}${note ? `\n\n${withNumbers(note.text, evidence)}` : ''}`;
}

/** “−5 ± 3”, bold where it is told apart; with the row it is of, where that is not the first. */
function paired(evidence: Evidence, variant: EvidenceVariant): string {
  const other = referenceOf(evidence, variant);
  const what = 'after.sampled';
  const difference = other && evidenceDifference(evidence, { variant: variant.id, what }, { variant: other, what });
  if (!difference) return '–';
  const points = differenceText(difference, 'share').replace(' points', '');
  const text = difference.verdict === 'alike' ? points : `**${points}**`;
  return other === evidence.variants[0]?.id ? text : `${text} to \`${other}\``;
}

/** Which variants are told apart from the first, and from a team that nothing was done to, where the row has one. */
function bySeed(evidence: Evidence): string {
  const { variants } = evidence;
  // Pairs are told by their column.
  if (variants.length < 3 || variants.some(({ against }) => against !== undefined)) return '';
  const references = variants.filter(({ id }, index) => index === 0 || id === 'healthy');
  return `\n\n${references.map((reference) => `**By seed, sampled at the end**, against \`${reference.id}\`: ${verdicts(evidence, reference)}.`).join(' ')}`;
}

function verdicts(evidence: Evidence, reference: EvidenceVariant): string {
  const what = 'after.sampled';
  const found = evidence.variants.map((variant) => ({
    id: variant.id,
    verdict: evidenceDifference(evidence, { variant: variant.id, what }, { variant: reference.id, what })?.verdict,
  }));
  const named = (verdict: Verdict) => found.flatMap((one) => (one.verdict === verdict && one.id !== reference.id ? `\`${one.id}\`` : []));
  return VERDICTS.map((verdict) => [verdict, named(verdict)] as const)
    .filter(([, names]) => names.length > 0)
    .map(([verdict, names]) => `${verdict === 'alike' ? 'not told apart' : verdict}: ${names.join(', ')}`)
    .join('; ');
}

/** The text with each `[](evidence:…)` link as its number. */
function withNumbers(text: string, evidence: Evidence): string {
  return text.replaceAll(/\[\]\((evidence:[^)]+)\)/g, (_, target: string) => {
    const link = parseEvidenceLink(target);
    const number = link && link.id === evidence.id ? evidenceNumber(evidence, link) : null;
    if (!number) throw new RangeError(`The note on ${evidence.id} links to ${target}, which is no number of it.`);
    return evidenceText(number);
  });
}

interface Column {
  readonly name: string;
  readonly what: string;
}

/** Skills, KL to the base and further curves at their end, then the extras; those that any variant has. */
function columnsOf(variants: readonly EvidenceVariant[]): Column[] {
  const seeds = variants.flatMap((variant) => variant.seeds);
  const series = [...new Set(seeds.flatMap((seed) => Object.keys(seed.series)))].filter((name) => !name.endsWith('/entropy'));
  const extras = [...new Set(seeds.flatMap(({ extra = {} }) => Object.keys(extra)))];
  return [
    ...series.map((name) => ({ name: shortName(name), what: `series.${name}.last` })),
    ...extras.map((name) => ({ name, what: `extra.${name}` })),
  ];
}

/** `actor/planner/kl_ref` is “KL to base, planner”. */
function shortName(name: string): string {
  const kl = /^actor\/(.+)\/kl_ref$/.exec(name);
  if (kl) return `KL to base, ${kl[1]}`;
  return name.startsWith('skill/') ? name.slice('skill/'.length) : `\`${name}\``;
}

function cell(variant: EvidenceVariant, what: string): string {
  const number = variantNumber(variant, what);
  return number ? evidenceText(number) : '–';
}

const list = (seeds: readonly EvidenceSeed[], value: (seed: EvidenceSeed) => number): string =>
  seeds.map((seed) => (100 * value(seed)).toFixed(0)).join(' ');

function changesText(changes: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(changes).map(([path, value]) => `\`${path.replace(/^training\./, '')}\` ${valueText(value)}`);
  return parts.length > 0 ? parts.join(', ') : '–';
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : `\`${JSON.stringify(value)}\``);

/** How often a guard spoke up, per seed; a clamped ratio is no guard's doing, nor is a remark about a setting. */
function noticesOf({ seeds }: EvidenceVariant): string {
  const codes = [...new Set(seeds.flatMap(({ notices }) => Object.keys(notices)))].filter(
    (code) => code !== 'ratio_clamped' && !code.startsWith('setting_'),
  );
  if (codes.length === 0) return '–';
  return codes.map((code) => `${code} ${seeds.map(({ notices }) => notices[code] ?? 0).join(' ')}`).join('; ');
}
