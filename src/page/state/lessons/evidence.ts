/** Recorded results as the page reads them: `evidence/<id>.json` below the page, each fetched once, when something first shows it. */
import { z } from 'zod';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Evidence } from '../../../core/lessons/evidence.ts';
import { decodeJson } from '../../../core/formats/files.ts';
import { httpFolder, type ReadFile } from '../runs/recorded.ts';
import { evidenceNamesText, runFileFaults } from '../../../words/words.ts';

/** `missing`: no such file; `broken`: it could not be fetched, or is none. */
export type EvidenceFile =
  | { readonly status: 'ready'; readonly evidence: Evidence }
  | { readonly status: 'loading' | 'missing' | 'broken' };

const evidenceStore = createStore<Readonly<Record<string, EvidenceFile>>>(() => ({}));

const ID = /^[a-z0-9][a-z0-9_-]*$/;
const LOADING: EvidenceFile = { status: 'loading' };

/** The evidence `id`; asking for it fetches it. */
export function useEvidence(id: string): EvidenceFile {
  return useStore(evidenceStore, (files) => files[id]) ?? wanted(id);
}

function wanted(id: string): EvidenceFile {
  if (!asked.has(id)) {
    asked.add(id);
    // Not while something is drawn.
    queueMicrotask(() => void fetchEvidence(id).then((file) => evidenceStore.setState({ [id]: file })));
  }
  return LOADING;
}
const asked = new Set<string>();

const seedSchema = z.object({
  seed: z.number(),
  before: z.object({ sampled: z.number(), greedy: z.number() }),
  after: z.object({ sampled: z.number(), greedy: z.number() }),
  reward: z.array(z.number()),
  series: z.record(z.string(), z.array(z.number().nullable())),
  notices: z.record(z.string(), z.number()),
  extra: z.record(z.string(), z.number()).optional(),
});
const evidenceSchema = z.object({
  id: z.string(),
  title: z.string(),
  preset: z.string(),
  settings: z.record(z.string(), z.unknown()),
  iterations: z.number(),
  episodes: z.number(),
  variants: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      changes: z.record(z.string(), z.unknown()),
      against: z.string().optional(),
      klRefEstimator: z.string(),
      seeds: z.array(seedSchema).min(1),
    }),
  ),
  backend: z.string(),
});

/** Reads and checks one file. */
export async function fetchEvidence(id: string, read: ReadFile = httpFolder(`${import.meta.env.BASE_URL}evidence`)): Promise<EvidenceFile> {
  if (!ID.test(id)) return { status: 'missing' };
  try {
    const bytes = await read(`${id}.json`);
    if (bytes === null) return { status: 'missing' };
    // Optional properties that are absent stay absent: the schema's type alone would permit `undefined` there.
    const evidence = evidenceSchema.parse(decodeJson(bytes, `${id}.json`, runFileFaults, 'E_EVIDENCE')) as Evidence;
    return { status: 'ready', evidence: named(evidence) };
  } catch {
    return { status: 'broken' };
  }
}

interface Names {
  readonly title: string;
  /** By variant. */
  readonly variants: Readonly<Record<string, string>>;
}

/** The evidence with its names in the language of the page; those of the file, which are English, where the words have none. */
function named(evidence: Evidence): Evidence {
  const names = namesOf(evidence.id);
  if (!names) return evidence;
  return {
    ...evidence,
    title: names.title,
    variants: evidence.variants.map((variant) => ({ ...variant, name: names.variants[variant.id] ?? variant.name })),
  };
}

/** What a result and its variants are called; undefined where the words do not know it. */
export function namesOf(id: string): Names | undefined {
  const { results, museum } = evidenceNamesText;
  const exhibit = /^museum-(.+)$/.exec(id)?.[1];
  return exhibit === undefined ? (results as Readonly<Record<string, Names>>)[id] : { ...museum, title: museum.title(exhibit) };
}
