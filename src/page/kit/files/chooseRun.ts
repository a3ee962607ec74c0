/** Lets a person choose a run of another trainer, and opens it. */
import { chooseFiles, chooseFolder } from './chooseFile.ts';
import { openFolder, openRun } from './openFile.ts';
import { together } from './together.ts';

/** Whatever a reader knows: content tells more than endings. Of several files that are no parts of one run a reader says so. */
export const openRunFile = (): void =>
  chooseFiles((files) => {
    const parts = together(files) ?? { name: files[0]?.name ?? '', files: files.map((file) => ({ path: file.name, file })) };
    if (files.length > 1) void openFolder(parts.name, async () => parts.files);
    else void openRun(parts.name, parts.files);
  });

export const openRunFolder = (): void => chooseFolder((name, files) => void openFolder(name, async () => files));
