/** A project whose file brings bases that are not here: what a person is asked before anything of it is kept, and what then happens. */
import { createStore } from 'zustand/vanilla';
import type { ProjectDocument } from '../../../../../core/document/schema.ts';
import type { GivenFiles } from '../../../../../core/formats/files.ts';
import { engineStore } from '../../../../state/engine/engine.ts';
import { notifyDone } from '../../../../kit/notices/notify.ts';
import { openAsNew, underWay } from '../../../../kit/projects/projectActions.ts';
import { text } from '../../../../../words/words.ts';

const words = text.projects;

export interface BroughtBase {
  /** What it will be called here. */
  readonly name: string;
  /** What another base here is called, and this one was. */
  readonly was: string | null;
  readonly bytes: number;
  readonly sha256: string;
  readonly files: GivenFiles;
}

export interface BroughtProject {
  /** With the bases called as they will be. */
  readonly document: ProjectDocument;
  /** As it came, for whoever wants none of its bases. */
  readonly asItCame: ProjectDocument;
  /** Name of the file. */
  readonly file: string;
  readonly bases: readonly BroughtBase[];
}

export const basesInStore = createStore<{ readonly brought: BroughtProject | null }>(() => ({ brought: null }));

/** Keeps the bases of what was brought and opens the project; without them only the project. */
export async function takeBrought({ document, asItCame, file, bases }: BroughtProject, withBases: boolean): Promise<void> {
  const said: string[] = [];
  for (const { name, files } of withBases ? bases : []) {
    await engineStore.getState().addBase(name, files);
    const isKept = engineStore.getState().kept.some((base) => base.name === name);
    said.push(isKept ? words.basesIn.kept(name) : words.basesIn.unkept(name));
  }
  const chosen = withBases ? document : asItCame;
  const kept = openAsNew(chosen);
  basesInStore.setState({ brought: null });
  notifyDone(words.opened, [words.openedFrom(chosen.name, file), ...said, ...kept, ...underWay()].join(' '));
}
