/**
 * `TINKER_URL=http://… npm run test:cluster`: the checks of a real server with the base micro, called `TINKER_MODEL` there if not so; `TINKER_ADAPTERS`: where
 * the server keeps adapters, if it gives none away.
 */
import { expect, it } from 'vitest';
import { clusterChecks } from './checks.ts';

const { TINKER_URL: url, TINKER_MODEL: model, TINKER_ADAPTERS: adapters } = process.env;

if (url) clusterChecks({ url: () => url, model, adapters, answers: 64 });
else
  it('is told which server to check', () => {
    expect(url, 'set TINKER_URL to the address of a server of the Tinker protocol').toBeDefined();
  });
