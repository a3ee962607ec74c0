/** Texts of JSON and JSON Lines that are broken in seeded ways. */

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** One change to a file of JSON Lines that a disk, a person or an enemy might make. */
export function mutant(bytes: Uint8Array, random: () => number): Uint8Array {
  const at = Math.floor(random() * bytes.length);
  const text = () => new TextDecoder().decode(bytes);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  switch (Math.floor(random() * 6)) {
    case 0:
      return bytes.slice(0, at);
    case 1: {
      const changed = bytes.slice();
      changed[at] = Math.floor(random() * 256);
      return changed;
    }
    case 2: {
      // A value of another kind.
      const values = [...text().matchAll(/(?<=":\s*)(?:"(?:[^"\\]|\\.)*"|-?[\d.]+(?:e[+-]?\d+)?|true|false|null|\[\]|\{\})/g)];
      if (values.length === 0) return bytes;
      const value = pick(values);
      const other = pick([
        '"x"',
        '7',
        '-1',
        '1e999',
        'NaN',
        'true',
        'null',
        '[]',
        '{}',
        '[[1]]',
        '[null]',
        '1.5',
        '"\\ud800"',
        '9007199254740993',
      ]);
      return bytesOf(text().slice(0, value.index) + other + text().slice(value.index + value[0].length));
    }
    case 3: {
      // A field that is missing, or called otherwise.
      const keys = [...text().matchAll(/"([A-Za-z_]+)"(?=\s*:)/g)];
      if (keys.length === 0) return bytes;
      const key = pick(keys);
      return bytesOf(
        `${text().slice(0, key.index)}"${pick(['__proto__', 'constructor', 'x', ''])}"${text().slice(key.index + key[0].length)}`,
      );
    }
    case 4:
      return new Uint8Array([...bytes.slice(0, at), ...bytes.slice(at, at + Math.floor(random() * 200)), ...bytes.slice(at)]);
    default: {
      const nested = pick(['[', '{"a":']).repeat(pick([50, 100_000]));
      return bytesOf(text().slice(0, at) + nested + text().slice(at));
    }
  }
}
