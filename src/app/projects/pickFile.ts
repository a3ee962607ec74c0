/** Lets a person choose a file by the browser's own dialogue. */
import { ACCEPTED, openFile } from './openFile.ts';

/** Opens the file that is chosen, if one is. */
export function pickFile(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = ACCEPTED;
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) void openFile(file);
  });
  input.click();
}
