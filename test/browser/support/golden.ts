/** The golden cases in a browser, fetched from the test server. */
import { GOLDEN_CASES, type LoadedCase, readGolden } from '../../engine/support/golden.ts';

const urls = import.meta.glob<string>('../../golden/**/*.{json,safetensors}', { query: '?url', import: 'default', eager: true });

async function fetchCase(name: (typeof GOLDEN_CASES)[number]): Promise<LoadedCase> {
  const folder = `../../golden/${name}/`;
  const own = Object.entries(urls).filter(([path]) => path.startsWith(folder));
  const files = await Promise.all(
    own.map(async ([path, url]) => [path.slice(folder.length), new Uint8Array(await (await fetch(url)).arrayBuffer())] as const),
  );
  return readGolden(name, Object.fromEntries(files));
}

export const fetchGolden = (): Promise<LoadedCase[]> => Promise.all(GOLDEN_CASES.map(fetchCase));
