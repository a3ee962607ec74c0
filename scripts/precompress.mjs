/**
 * A copy of each file of the built page beside it that is compressed as far as brotli goes, `<file>.br`, for hosts that send such copies
 * (`brotli_static` of nginx, `precompressed` of Caddy). It takes most of a minute, so only `npm run build` does it.
 */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

/** What gains by it; pictures, archives and weights hardly do. */
const GAINS = /\.(?:css|html|js|json|jsonl|svg|ttf|txt|wasm|webmanifest)$/;
/** Of what is smaller the answer's head would be most, bytes. */
const LEAST = 1000;
/** Above it the best quality takes many seconds for a percent; what is larger (the editor's TypeScript) is fetched when an editor is wanted. Bytes. */
const BEST_BELOW = 1_500_000;

const compress = promisify(brotliCompress);

/** Writes the copies of all files below `folder` that get smaller by it. */
export async function precompress(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((path) => GAINS.test(path));
  await Promise.all(
    files.map(async (path) => {
      const bytes = await readFile(join(folder, path));
      if (bytes.length < LEAST) return;
      const quality = bytes.length < BEST_BELOW ? constants.BROTLI_MAX_QUALITY : 9;
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      const smaller = await compress(bytes, { params });
      if (smaller.length >= bytes.length) return;
      // Whole or not there: what is served meanwhile would be an empty module, since the write waits behind all that is compressed.
      const copy = join(folder, `${path}.br`);
      await writeFile(`${copy}.part`, smaller);
      await rename(`${copy}.part`, copy);
    }),
  );
}
