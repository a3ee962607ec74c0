/** Lets a person choose a file by the browser's own dialogue. */

/** Hands the chosen file on, if one is chosen. `accept` as of an `<input type="file">`. */
export function chooseFile(accept: string, take: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.hidden = true;
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    input.remove();
    if (file) take(file);
  });
  input.addEventListener('cancel', () => input.remove());
  // In the page while the dialogue is open: otherwise nobody holds it, and its answer may never come.
  document.body.append(input);
  input.click();
}
