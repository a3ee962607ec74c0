import { chooseFile } from '../shell/chooseFile.ts';
import { ACCEPTED, openFile } from './openFile.ts';

/** Opens a file that a person chooses. */
export function pickFile(): void {
  chooseFile(ACCEPTED, (file) => void openFile(file));
}
