/**
 * `npm run audit`: asks the registry which packages of the lock file have known weaknesses, names them, and fails on those that are high or worse.
 * A registry that cannot be asked says nothing about a package: that is said, and nothing fails.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { root } from './ensure-install.mjs';

/** From here on the check fails. */
const LEVELS = ['high', 'critical'];

/** What `npm audit --json` said, in lines for people, and whether it is to fail. */
export function auditReport(printed) {
  let said;
  try {
    said = JSON.parse(printed);
  } catch {
    said = { message: 'npm said nothing that can be read' };
  }
  const { vulnerabilities, message } = said;
  // What is wrong here, such as a lock file that is missing, npm tells under a code; of a registry it tells a message.
  if (!message && said.error?.code) return { failed: true, lines: [`npm could not check: ${said.error.summary ?? said.error.code}`] };
  if (!vulnerabilities)
    return { failed: false, lines: [`The registry could not be reached, so no package was checked: ${message ?? 'no reason given'}`] };
  const found = Object.values(vulnerabilities);
  const lines = found.map(({ name, severity, range, via }) => {
    const titles = via.flatMap((cause) => (typeof cause === 'object' ? `${cause.title} (${cause.url})` : `by ${cause}`));
    return `${severity}: ${name} ${range}: ${titles.join('; ')}`;
  });
  const failed = found.some(({ severity }) => LEVELS.includes(severity));
  return { failed, lines: lines.length > 0 ? lines : ['No package of the lock file has a known weakness.'] };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const { failed, lines } = auditReport(stdout ?? '');
  for (const line of lines) console.log(line);
  if (failed) process.exitCode = 1;
}
