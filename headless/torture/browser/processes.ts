/** The processes of one browser, by the folder of its profile, as Linux lists them. */
import { readdirSync, readFileSync } from 'node:fs';

interface Listed {
  readonly id: number;
  readonly parent: number;
  readonly command: string;
}

function listed(id: number): Listed | null {
  try {
    const command = readFileSync(`/proc/${id}/cmdline`, 'latin1').replaceAll('\0', ' ');
    // Behind the name of the program, which may hold anything: state and parent.
    const [, parent = ''] = readFileSync(`/proc/${id}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { id, parent: Number(parent), command };
  } catch {
    return null; // it has ended
  }
}

export interface BrowserProcesses {
  readonly browser: number;
  /** Those that draw pages and run their scripts and workers. */
  readonly renderers: readonly number[];
}

/** Throws where no browser has that profile. */
export function processesOf(profile: string): BrowserProcesses {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (listed(Number(name)) ?? []) : []));
  const browser = all.find(({ command }) => command.includes(`--user-data-dir=${profile}`) && !command.includes('--type='));
  if (!browser) throw new Error('the browser has no process');
  const below = new Set([browser.id]);
  for (let before = 0; before < below.size; ) {
    before = below.size;
    for (const { id, parent } of all) if (below.has(parent)) below.add(id);
  }
  const renderers = all.filter(({ id, command }) => below.has(id) && command.includes('--type=renderer')).map(({ id }) => id);
  return { browser: browser.id, renderers };
}
