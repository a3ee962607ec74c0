/** Hands a file to the browser's downloads. */
export const saveFile = (name: string, content: BlobPart, type: string): void => saveBlob(name, new Blob([content], { type }));

/** The same of one that the browser has already. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000); // after the browser has taken it
}

/** A file name from free text: letters, digits, dashes. */
export function fileNameOf(title: string, extension: string): string {
  const stem = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${stem || 'project'}.${extension}`;
}
