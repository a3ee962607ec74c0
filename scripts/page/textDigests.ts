/** `file?sha256` is the digest of the text that `file?raw` would be, so that the page knows a text again that it has not fetched. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const QUERY = '?sha256';

export const textDigests: Plugin = {
  name: 'text-digests',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith(QUERY)) return null;
    const path = id.slice(0, -QUERY.length);
    this.addWatchFile(path);
    const digest = createHash('sha256').update(readFileSync(path, 'utf8')).digest('hex');
    return `export default ${JSON.stringify(digest)};`;
  },
};
