/** Lets a person choose a run of another trainer, and opens it. */
import { chooseFile, chooseFolder } from './chooseFile.ts';
import { openFolder, openRun } from './openFile.ts';

/** Whatever a reader knows: content tells more than endings. */
export const openRunFile = (): void => chooseFile('', (file) => void openRun(file.name, [{ path: file.name, file }]));

export const openRunFolder = (): void => chooseFolder((name, files) => void openFolder(name, async () => files));
