/**
 * `NOTICE`: under which licence each package is that the page and its tools are built with, from the lock file alone. Which of them are in the page,
 * with the texts of their licences, `THIRD_PARTY_NOTICES.txt` says, which is made of what the bundler took.
 */
import { sbomOf } from './sbom.mjs';

const HEAD = `MARFT Workbench
Copyright (c) 2026 The MARFT Workbench authors. MIT licence: see LICENSE.

The built page and the packages made of it contain the work of others. Their names, versions and the texts of their
licences are in THIRD_PARTY_NOTICES.txt, which each build writes beside the page. By licence, every package that the
page and its tools are built with (package-lock.json):
`;

const WIDTH = 110;

/** Names in lines of a bounded width. */
function lines(words) {
  const done = [];
  for (const word of words) {
    const longer = `${done.at(-1)} ${word}`;
    if (done.length > 0 && longer.length <= WIDTH) done[done.length - 1] = longer;
    else done.push(`  ${word}`);
  }
  return done.join('\n');
}

/** The notice of a `package-lock.json` (version 3), as text. */
export function noticeOf(lockText) {
  const byLicence = new Map();
  for (const { name, licenses } of JSON.parse(sbomOf(lockText)).components) {
    const [{ expression, license } = {}] = licenses ?? [];
    const licence = expression ?? license?.id ?? 'not said by the package';
    byLicence.set(licence, new Set([...(byLicence.get(licence) ?? []), name]));
  }
  const sorted = [...byLicence].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    HEAD,
    ...sorted.map(
      ([licence, names]) => `${licence}\n${lines([...names].sort((a, b) => (a < b ? -1 : 1)).map((name) => `${name},`)).slice(0, -1)}\n`,
    ),
  ].join('\n');
}
