/**
 * `sbom.cdx.json`: every package that the page and its tools are built with, as CycloneDX 1.5, from the lock file alone, so that the same lock file
 * makes the same bytes. Which of them are in the page, with their licences, `THIRD_PARTY_NOTICES.txt` says.
 */
import { createHash } from 'node:crypto';

export const SBOM = 'sbom.cdx.json';

/** `pkg:npm/%40scope/name@1.2.3`. */
const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** The path in the lock file of what a package at `path` imports as `name`: the nearest, as Node looks for it; undefined where it is not installed. */
function resolved(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const found = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[found]) return found;
    if (folder === '') return undefined;
  }
}

/** The bill of materials of a `package-lock.json` (version 3), as text. */
export function sbomOf(lockText) {
  const { packages } = JSON.parse(lockText);
  const { '': root, ...others } = packages;
  const nameAt = (path) => packages[path].name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  /** A package that lies at several paths is one. */
  const refAt = (path) => (path === '' ? root.name : purlOf(nameAt(path), packages[path].version));
  const components = new Map();
  const dependencies = new Map();
  for (const path of ['', ...Object.keys(others)].filter((at) => !packages[at].link)) {
    const { version, license, integrity, optional } = packages[path];
    const wanted = ['dependencies', 'optionalDependencies', 'peerDependencies', ...(path === '' ? ['devDependencies'] : [])].flatMap(
      (kind) => Object.keys(packages[path][kind] ?? {}),
    );
    const found = wanted.map((name) => resolved(packages, path, name)).filter((at) => at !== undefined);
    dependencies.set(refAt(path), new Set([...(dependencies.get(refAt(path)) ?? []), ...found.map(refAt)]));
    if (path === '') continue;
    const [, algorithm, sum] = /^(sha\d+)-(\S+)$/.exec(integrity ?? '') ?? [];
    components.set(refAt(path), {
      type: 'library',
      'bom-ref': refAt(path),
      name: nameAt(path),
      version,
      scope: optional ? 'optional' : 'required',
      purl: refAt(path),
      ...(license && { licenses: [/\s/.test(license) ? { expression: license } : { license: { id: license } }] }),
      ...(sum && {
        hashes: [{ alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(sum, 'base64').toString('hex') }],
      }),
    });
  }
  const digest = createHash('sha256').update(lockText).digest('hex');
  const serial = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `a${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
  const sorted = (map) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${serial}`,
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'pre-build' }],
      component: {
        type: 'application',
        'bom-ref': root.name,
        name: root.name,
        version: root.version,
        licenses: [{ license: { id: root.license } }],
      },
    },
    components: sorted(components).map(([, component]) => component),
    dependencies: sorted(dependencies).map(([ref, on]) => ({ ref, dependsOn: [...on].sort((a, b) => (a < b ? -1 : 1)) })),
  };
  return `${JSON.stringify(bill, null, 1)}\n`;
}
