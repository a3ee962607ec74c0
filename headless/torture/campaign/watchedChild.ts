/** The process in which trials of a row are made that has bounds, or whose short form is made apart; `watched.ts` starts it. */
import { field } from '../../../src/core/at.ts';
import { tried } from '../row.ts';
import { ROWS } from './rows.ts';
import type { Watched } from './watched.ts';

const loaded = field(ROWS, process.argv[2] ?? '', 'row')();

// An error that nobody waits for is one of ours as well.
let loose: string | undefined;
process.on('unhandledRejection', (error) => (loose = `nobody waited for ${String(error)}`));

process.on('message', (seed: number) => {
  void (async () => {
    const { row } = await loaded;
    const before = process.cpuUsage();
    const outcome = await tried(row, seed);
    const { user, system } = process.cpuUsage(before);
    await new Promise((resolve) => setImmediate(resolve));
    const said: Watched = {
      outcome: loose === undefined ? outcome : { kind: 'failed', what: loose },
      milliseconds: (user + system) / 1000,
      megabytes: process.resourceUsage().maxRSS / 1024,
    };
    loose = undefined;
    process.send?.(said);
  })();
});
