/**
 * Zod tries whether code may be made from strings, which the page's policy forbids, and browsers log each try as an error of the page. So it
 * is told beforehand that it may not.
 */
import type { Plugin } from 'vite';

const UNSET = '(_a.__zod_globalConfig = {})';

export const noProbe = (): Plugin => ({
  name: 'no-probe',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/core\/core\.js$/ },
    handler(code) {
      if (!code.includes(UNSET)) this.error('zod keeps its settings elsewhere: see where, and set jitless there');
      return { code: code.replace(UNSET, '(_a.__zod_globalConfig = { jitless: true })'), map: null };
    },
  },
});
