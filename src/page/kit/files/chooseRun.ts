/** Lets a person choose a run of another trainer, and opens it. */
import { chooseFile, chooseFolder } from './chooseFile.ts';
import { openFile, openFolder } from './openFile.ts';

/** Whatever a reader knows: content tells more than endings. */
export const openRunFile = (): void => chooseFile('', (file) => void openFile(file));

export const openRunFolder = (): void => chooseFolder((name, files) => void openFolder(name, async () => files));
