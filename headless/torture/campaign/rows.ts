/** The rows of the campaign, each loaded when it is run: a file of `rows/` and a line here. */
import type { TortureRow } from '../row.ts';

type Loader = () => Promise<{ readonly row: TortureRow }>;

/** By id, in the order of docs/reliability.md. */
export const ROWS: Readonly<Record<string, Loader>> = {
  'torn-writes-terminal': () => import('../rows/torn-writes-terminal.ts'),
  'failing-io-terminal': () => import('../rows/failing-io-terminal.ts'),
  'torn-writes-page': () => import('../rows/torn-writes-page.ts'),
  'torn-writes-projects': () => import('../rows/torn-writes-projects.ts'),
  'failing-io-page': () => import('../rows/failing-io-page.ts'),
  'failing-io-projects': () => import('../rows/failing-io-projects.ts'),
  'kills-terminal': () => import('../rows/kills-terminal.ts'),
  'two-terminals': () => import('../rows/two-terminals.ts'),
  'two-tabs': () => import('../rows/two-tabs.ts'),
  'killed-lanes-terminal': () => import('../rows/killed-lanes-terminal.ts'),
  'browser-kills': () => import('../rows/browser-kills.ts'),
  'killed-workers-page': () => import('../rows/killed-workers-page.ts'),
  'device-losses': () => import('../rows/device-losses.ts'),
  monkey: () => import('../rows/monkey.ts'),
  'long-runs-terminal': () => import('../rows/long-runs-terminal.ts'),
  'long-runs-page': () => import('../rows/long-runs-page.ts'),
  inputs: () => import('../rows/inputs.ts'),
  environments: () => import('../rows/environments.ts'),
  numbers: () => import('../rows/numbers.ts'),
};
