/** docs/performance.md from what was measured. */
import { NOTES } from './notes.ts';
import { keeps, type Row, shown } from './rows.ts';

export interface Section {
  readonly machine: string;
  /** Load average when it began; of a section in parts the largest of theirs. */
  readonly load: number;
  readonly rows: readonly Row[];
}

/** In the order of the report. */
export const SECTIONS = [
  'kernels',
  'pytorch',
  'tfjs',
  'workers',
  'webgpu',
  'jax',
  'learning',
  'page',
  'inspect',
  'large',
  'models',
  'gpu',
  'scale',
] as const;
export type SectionName = (typeof SECTIONS)[number];

const TITLES: Readonly<Record<SectionName, string>> = {
  kernels: 'Kernels against the machine',
  pytorch: 'Against PyTorch on the processor',
  tfjs: 'Against TensorFlow.js on WASM',
  workers: 'Workers',
  webgpu: 'WebGPU',
  jax: 'Against jax-js in the browser',
  learning: 'End to end',
  page: 'The page',
  inspect: 'The inspect place',
  large: 'A larger model',
  models: 'Real models on the processor',
  gpu: 'Real models on a graphics processor',
  scale: 'On a server of the Tinker protocol',
};

/** `measured`: what docs/performance.json holds. */
export function performanceMarkdown(measured: Readonly<Partial<Record<SectionName, Section>>>): string {
  const sections = SECTIONS.flatMap((name) => (measured[name] ? [[name, measured[name]] as const] : []));
  const all = sections.flatMap(([, { rows }]) => rows);
  const aimed = all.filter(({ target }) => target !== undefined);
  const missed = aimed.filter((row) => !keeps(row));
  const parts = [
    '# Performance',
    '',
    'Written by `npm run bench` from docs/performance.json; nothing here is typed by hand but the notes. Every ratio is of two things',
    'that took turns in one run: medians of neighbouring pairs. Ratios against PyTorch are of processor time, which other work on the',
    'machine changes least; the others are by the clock. The model is a Llama block (SwiGLU, RoPE)',
    'with LoRA r = 8 on all seven projections, 16 rows × 64 tokens, the second half scored; D = 64 has 2 layers (the size of *micro*),',
    'D = 128 and 256 have 4. An update is scores, gradients and AdamW. Real models have a section of their own.',
    '',
    `Of ${aimed.length} targets ${aimed.length - missed.length} are kept.`,
    '',
  ];
  for (const [name, { machine, load, rows }] of sections) {
    parts.push(`## ${TITLES[name]}`, '', `${machine}; load ${load.toFixed(1)} at the start.`, '');
    parts.push('| path | measure | reached | target | |', '| --- | --- | --- | --- | --- |');
    for (const row of rows)
      parts.push(`| ${row.path} | ${row.measure} | ${shown(row.value)} ${row.unit} | ${verdict(row)} | ${row.detail} |`);
    parts.push('');
    const note = NOTES[name];
    if (note) parts.push(note, '');
  }
  return `${parts.join('\n').trimEnd()}\n`;
}

function verdict(row: Row): string {
  if (!row.target) return '';
  return `${row.target}: ${keeps(row) ? 'kept' : '**missed**'}`;
}
