/** The golden cases in a browser, fetched from the test server. */
import { GOLDEN_CASES, type LoadedCase, OWN_BLOCKS, readGolden } from '../../engine/support/golden.ts';

const urls = import.meta.glob<string>('../../golden/**/*.{json,safetensors}', { query: '?url', import: 'default', eager: true });

async function fetchCase(name: (typeof GOLDEN_CASES)[number]): Promise<LoadedCase> {
  const folder = `../../golden/${name}/`;
  const own = Object.entries(urls).filter(([path]) => path.startsWith(folder));
  const files = await Promise.all(
    own.map(async ([path, url]) => [path.slice(folder.length), new Uint8Array(await (await fetch(url)).arrayBuffer())] as const),
  );
  return readGolden(name, Object.fromEntries(files));
}

/** Of the architectures with blocks of their own only the one with most of them: in Node all are run, by the same kernels. */
const CASES = GOLDEN_CASES.filter((name) => name === 'gemma2' || !OWN_BLOCKS.some((own) => own === name));

export const fetchGolden = (): Promise<LoadedCase[]> => Promise.all(CASES.map(fetchCase));
