/** The part of docs/results.md behind the lessons, from the files under `public/evidence`. */
import type { Evidence, EvidenceSeed, EvidenceVariant } from '../../src/core/lessons/evidence.ts';
import { evidenceNumber, evidenceText, parseEvidenceLink, variantNumber } from '../../src/core/lessons/evidenceNumbers.ts';
import { EVIDENCE_NOTES } from './notes.ts';

export function evidenceMarkdown(all: readonly Evidence[]): string {
  return `# Evidence behind the lessons

Written by \`npm run evidence\`; do not edit. What the lessons, the bug museum and the paper in miniature claim of an effect they read from \`public/evidence/<id>.json\`, and so does this part. Reward of 256 episodes of the train split before and after training, sampled at temperature 1 or greedy: mean over seeds ± half the width of its 95 % interval (Student's t), single seeds in brackets. Peak: the best mean reward of five iterations. The last columns are means over the last five iterations. The KL to the base is measured with the estimator k1 where nothing acts on it (where something does, it is k3 and marked): k3, which the page draws unless told otherwise, mostly reads low and is now and then thrown far off by one rare token, so its mean over seeds says little; on \`micro\` k1 ends near 0.2 where the page shows 0.05 to 0.1, and it may be a little below 0 in the first iterations. Changes are written as paths of the project file.

${all.map(section).join('\n\n')}
`;
}

function section(evidence: Evidence): string {
  const { id, title, preset, settings, iterations, episodes, variants, backend } = evidence;
  const columns = columnsOf(variants);
  const rows = variants.map((variant) => {
    const mark = (what: string) => (what.includes('/kl_ref') && withK3(evidence, variant) ? ' (k3)' : '');
    const cells = columns.map(({ what }) => `${cell(variant, what)}${mark(what)}`);
    const number = (what: string) => cell(variant, what);
    return `| ${variant.name} (\`${variant.id}\`) | ${changesText(variant.changes)} | ${number('before.sampled')} → ${number('after.sampled')} [${list(variant.seeds, ({ after }) => after.sampled)}] | ${number('before.greedy')} → ${number('after.greedy')} | ${number('peak')} | ${[...cells, noticesOf(variant)].join(' | ')} |`;
  });
  const head = ['variant', 'changes', 'sampled', 'greedy', 'peak', ...columns.map(({ name }) => name), 'guards'];
  const note = EVIDENCE_NOTES[id];
  return `## ${title} (\`${id}\`)

Preset \`${preset}\`${Object.keys(settings).length > 0 ? `, ${changesText(settings)}` : ''}; ${iterations} iterations of ${episodes} episodes, seeds ${variants[0]?.seeds.map(({ seed }) => seed).join(', ')}; ${backend}.

| ${head.join(' | ')} |
|${head.map(() => '---|').join('')}
${rows.join('\n')}${note ? `\n\n${withNumbers(note, evidence)}` : ''}`;
}

/** Whether the variant's KL to the base is the page's k3: it stays what it is where something acts on it (see `robustKl` of row.ts). */
function withK3({ settings }: Evidence, { changes }: EvidenceVariant): boolean {
  const { 'training.klEstimator': estimator, 'training.rollback.enabled': rollback } = { ...settings, ...changes };
  return estimator === undefined && rollback === true;
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

/** How often a guard spoke up, per seed; a clamped ratio is no guard's doing. */
function noticesOf({ seeds }: EvidenceVariant): string {
  const codes = [...new Set(seeds.flatMap(({ notices }) => Object.keys(notices)))].filter((code) => code !== 'ratio_clamped');
  if (codes.length === 0) return '–';
  return codes.map((code) => `${code} ${seeds.map(({ notices }) => notices[code] ?? 0).join(' ')}`).join('; ');
}
