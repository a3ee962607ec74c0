/** Lets a person choose a file or a folder by the browser's own dialogue. */
import type { FolderFiles } from './openFile.ts';

/** Hands the chosen file on, if one is chosen. `accept` as of an `<input type="file">`. */
export function chooseFile(accept: string, take: (file: File) => void): void {
  choose(
    (input) => (input.accept = accept),
    ([file]) => file && take(file),
  );
}

/** The same for one file or several. */
export function chooseFiles(take: (files: readonly File[]) => void): void {
  choose(
    (input) => (input.multiple = true),
    (files) => files.length > 0 && take(files),
  );
}

/** Hands the files of the chosen folder on by their paths in it, with its name. */
export function chooseFolder(take: (name: string, files: FolderFiles) => void): void {
  choose(
    (input) => (input.webkitdirectory = true),
    (files) => {
      const [name = ''] = files[0]?.webkitRelativePath.split('/') ?? [];
      if (files.length > 0)
        take(
          name,
          files.map((file) => ({ path: file.webkitRelativePath.slice(name.length + 1), file })),
        );
    },
  );
}

function choose(how: (input: HTMLInputElement) => unknown, take: (files: readonly File[]) => unknown): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.hidden = true;
  how(input);
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    input.remove();
    take(files);
  });
  input.addEventListener('cancel', () => input.remove());
  // In the page while the dialogue is open: otherwise nobody holds it, and its answer may never come.
  document.body.append(input);
  input.click();
}
