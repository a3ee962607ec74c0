/** Which of several names was probably meant. */

/** The name among `known` that differs least from `wish`, as `plain` compares them; null where none is near. */
export function nearest<T extends string>(wish: string, known: readonly T[], plain: (name: T) => string = (name) => name): T | null {
  const [near] = known.map((name) => ({ name, distance: editDistance(wish, plain(name)) })).toSorted((a, b) => a.distance - b.distance);
  return near && near.distance <= (near.name.length > 4 ? 2 : 1) ? near.name : null;
}

/** Levenshtein's. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next.push(Math.min((next[j - 1] ?? 0) + 1, (row[j] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length] ?? 0;
}
