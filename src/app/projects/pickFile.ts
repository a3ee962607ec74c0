/** Opens a file that a person chooses. */
import { chooseFile } from '../shell/chooseFile.ts';
import { ACCEPTED, openFile } from './openFile.ts';

export function pickFile(): void {
  chooseFile(ACCEPTED, (file) => void openFile(file));
}
