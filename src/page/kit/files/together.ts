/** Several files that were chosen or dropped at once: whether they are the parts of one thing, and what that is called. */

/** As files of one folder: all of one kind, such as a trainer's steps. `null` where they are not, or there is only one. */
export function together<Named extends { readonly name: string }>(
  files: readonly Named[],
): { readonly name: string; readonly files: readonly { readonly path: string; readonly file: Named }[] } | null {
  const endings = new Set(files.map(({ name }) => /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? ''));
  const [first] = files;
  if (!first || files.length < 2 || endings.size > 1) return null;
  // `completions_00001.parquet` and its like are the completions.
  const name = first.name.replace(/[\d_.-]*\.[^.]+$/, '');
  return { name: name === '' ? first.name : name, files: files.map((file) => ({ path: file.name, file })) };
}
