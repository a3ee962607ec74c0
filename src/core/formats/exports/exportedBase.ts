/** A base as an export brings it: as it was given, or with the very numbers that the team was trained on. */
import { tokenizerFor } from '../../tokenizer/tokenizer.ts';
import type { PromptTemplate } from '../../tokenizer/promptTokens.ts';
import type { WeightForm } from '../../weights/packed.ts';
import { wholeOf } from '../byteSource.ts';
import { filesInto, type ModelFiles } from '../files.ts';
import { baseFolders } from '../models/baseFolders.ts';
import { dequantised } from '../models/dequantised.ts';
import { baseFingerprint } from '../models/fingerprint.ts';
import { openModelFolder } from '../models/hf.ts';
import { fusedNote } from '../models/storedTensors.ts';
import { markdownText } from './markdownText.ts';

/** What the export says of a base that lies in it. */
export interface ToldBase {
  readonly folder: string;
  /** What lies there (`baseFingerprint`), so that adapters and a run that goes on elsewhere can be held against it. */
  readonly sha256: string;
  /** The token that ends a message. */
  readonly end: string;
  /** Why PEFT cannot load adapters onto it, where it cannot. */
  readonly fused?: string;
  /** How its matrices were held in training, where that is not f32. */
  readonly form?: WeightForm;
  /** Of the base with the numbers of that form: what it was made from. */
  readonly dequantised?: DequantisedFrom;
}

/** A base as it lies in the export: its files as they were given, or those that were made. */
export interface ExportedBase<Given extends ModelFiles = ModelFiles> extends ToldBase {
  readonly files: Given | ModelFiles;
}

export interface DequantisedFrom {
  /** Fingerprint of the original. */
  readonly sha256: string;
  /** Whether its numbers are the very same when they are held in the form again. */
  readonly repacks: boolean;
}

/** How a run used its bases, and which numbers of theirs are wanted. */
export interface BaseUse {
  /** How the run's prompts are laid out. */
  readonly template?: PromptTemplate;
  /** How the run held its bases. */
  readonly form?: WeightForm;
  /** The numbers the team was trained on, not those of the folder; of a base held in f32 they are the same. */
  readonly dequantise?: boolean;
}

/** What the export says of each base, by name. Files that are read piece by piece stay so, and what is made anew is made as it is read. */
export async function exportedBases<Given extends ModelFiles>(
  bases: ReadonlyMap<string, Given>,
  { template = 'workbench', form = 'f32', dequantise = false }: BaseUse = {},
): Promise<ReadonlyMap<string, ExportedBase<Given>>> {
  const folders = baseFolders([...bases.keys()]);
  const told = new Map<string, ExportedBase<Given>>();
  for (const [name, given] of bases) {
    const { config, stored, tokenizer } = openModelFolder(given, name);
    const words = tokenizerFor(tokenizer, config.vocabularySize);
    const original = await baseFingerprint(config, stored);
    const made = dequantise && form !== 'f32' ? dequantised(given, form, name) : null;
    const opened = made && openModelFolder(made.files, name);
    const fused = fusedNote(config);
    told.set(name, {
      folder: folders.get(name) ?? 'base',
      files: made ? withNote(made.files, name, form, original) : given,
      sha256: opened ? await baseFingerprint(opened.config, opened.stored) : original,
      end: words.decode([words.tokensFor(template).end]),
      ...(fused !== null && { fused }),
      ...(form !== 'f32' && { form }),
      ...(made && { dequantised: { sha256: original, repacks: made.repacks() } }),
    });
  }
  return told;
}

/** The files of all bases, each in its folder of the export. */
export const baseFiles = (bases: ReadonlyMap<string, ExportedBase>): ModelFiles =>
  Object.assign({}, ...[...bases.values()].map(({ folder, files }) => filesInto(folder, files))) as ModelFiles;

/** What `run.json` says of an exported base; of one held in f32 its folder and what it is. */
export const baseInfo = ({ folder, sha256, form, dequantised: from }: ToldBase) => ({
  folder,
  sha256,
  ...(form && { form }),
  ...(from && { original_sha256: from.sha256, repacks: from.repacks }),
});

/** Its card says that it is not the published model any more. */
function withNote(files: ModelFiles, name: string, form: WeightForm, original: string): ModelFiles {
  const card = files['README.md'] && new TextDecoder().decode(wholeOf(files['README.md']));
  return { ...files, 'README.md': new TextEncoder().encode(notedCard(card, { name, form, original })) };
}

/** The base's own card, or one with its name alone, with what was made of its numbers. */
export function notedCard(
  card: string | undefined,
  { name, form, original }: { readonly name: string; readonly form: WeightForm; readonly original: string },
): string {
  return `${(card ?? `# ${markdownText(name)}`).trimEnd()}

## The numbers of ${form}

A copy of “${markdownText(name)}” by MARFT Workbench: each matrix holds the numbers that it stood for in ${form}, on which a team was trained. SHA-256
of what it was made from (the workbench’s own: configuration and weights): \`${original}\`.
`;
}
