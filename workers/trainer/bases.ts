/** The bases that documents name, as this worker reads them: those that ship are fetched once. */
import { baseNames } from '../../src/core/document/bases.ts';
import type { ProjectDocument } from '../../src/core/document/schema.ts';
import { PROMPT_FILES } from '../../src/core/formats/models/hf.ts';
import type { WeightForm } from '../../src/core/weights/packed.ts';
import { type BaseModel, type BaseOutline, fingerprintOf, openBase, type OpenBase, outlineBase } from '../../src/session/team/base.ts';
import { modelFilesOf } from '../opfs/blobSource.ts';
import { fetchBase } from './fetchBase.ts';
import type { DroppedBases } from './protocol.ts';

/** Bases of the last document that were fetched by their name; dropped files may be others under the same one. */
let shipped: readonly BaseModel[] = [];

/** A base whose weights are read when it is known that there is room for them. */
export interface GivenBase extends OpenBase {
  readonly shipped: boolean;
}

/** The bases a document names; `dropped` are those a person has given. */
export async function openedBases(
  document: ProjectDocument,
  dropped: DroppedBases = {},
  names: readonly string[] = baseNames(document),
  form: WeightForm = document.team.weights,
): Promise<readonly GivenBase[]> {
  return Promise.all(
    names.map(async (name): Promise<GivenBase> => {
      const files = Object.hasOwn(dropped, name) ? dropped[name] : undefined;
      if (files) return { shipped: false, ...openBase(name, modelFilesOf(files), form) };
      const known = shipped.find((base) => base.name === name && base.form === form);
      if (known) return { shipped: true, ...known, read: () => known, fingerprint: () => fingerprintOf(known) };
      return { shipped: true, ...openBase(name, await fetchBase(document, name), form) };
    }),
  );
}

export function readBases(opened: readonly GivenBase[]): readonly BaseModel[] {
  const bases = opened.map((base) => base.read());
  shipped = bases.filter((_, index) => opened[index]?.shipped);
  return bases;
}

/** What estimates read of the bases: no weights. */
const outlines = new Map<string, BaseOutline>();

export async function outlinedBases(document: ProjectDocument, dropped: DroppedBases): Promise<readonly BaseOutline[]> {
  const form = document.team.weights;
  return Promise.all(
    baseNames(document).map(async (name) => {
      const files = Object.hasOwn(dropped, name) ? dropped[name] : undefined;
      if (files) return outlineBase(name, modelFilesOf(files), form);
      const known = outlines.get(name) ?? outlineBase(name, await fetchBase(document, name, PROMPT_FILES));
      outlines.set(name, known);
      return { ...known, form };
    }),
  );
}
