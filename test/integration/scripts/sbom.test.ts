/** The bill of materials of the lock file, and what is told of known weaknesses. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { auditReport } from '../../../scripts/audit.mjs';
import { noticeOf } from '../../../scripts/page/notice.mjs';
import { sbomOf } from '../../../scripts/page/sbom.mjs';

const lock = readFileSync('package-lock.json', 'utf8');
const { packages } = JSON.parse(lock) as {
  packages: Record<string, { version?: string; devDependencies?: object; license?: string; hasInstallScript?: boolean }>;
};
interface Bill {
  readonly serialNumber: string;
  readonly metadata: { readonly component: { readonly 'bom-ref': string } };
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly name: string;
    readonly hashes?: readonly { readonly content: string }[];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}
const bill = JSON.parse(sbomOf(lock)) as Bill;

describe('the bill of materials', () => {
  it('has every package of the lock file once, with its checksum', () => {
    const wanted = new Set(
      Object.entries(packages).flatMap(([path, { version }]) => (path === '' ? [] : `${path.replace(/^.*node_modules\//, '')}@${version}`)),
    );
    expect(new Set(bill.components.map((component) => decodeURIComponent(component['bom-ref'].replace('pkg:npm/', ''))))).toEqual(wanted);
    expect(bill.components).toHaveLength(wanted.size);
    for (const { name, hashes } of bill.components) expect(hashes?.[0]?.content, name).toMatch(/^[0-9a-f]{128}$/);
  });

  it('says what each needs, all of which it has', () => {
    const known = new Set(bill.components.map((component) => component['bom-ref']));
    for (const { dependsOn } of bill.dependencies) for (const ref of dependsOn) expect(known).toContain(ref);
    const own = bill.dependencies.find(({ ref }) => ref === bill.metadata.component['bom-ref']);
    expect(own?.dependsOn).toHaveLength(Object.keys(packages['']?.devDependencies ?? {}).length);
  });

  it('finds the nearest of several versions, as Node does', () => {
    const at = (version: string, dependencies = {}) => ({ version, dependencies });
    const nested = { name: 'own', version: '1.0.0', devDependencies: { a: '*', b: '*' } };
    const text = JSON.stringify({
      packages: {
        '': nested,
        'node_modules/a': at('1.0.0', { b: '*' }),
        'node_modules/b': at('1.0.0'),
        'node_modules/a/node_modules/b': at('2.0.0'),
      },
    });
    const needs = new Map((JSON.parse(sbomOf(text)) as Bill).dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    expect(needs.get('own')).toEqual(['pkg:npm/a@1.0.0', 'pkg:npm/b@1.0.0']);
    expect(needs.get('pkg:npm/a@1.0.0')).toEqual(['pkg:npm/b@2.0.0']);
  });

  it('is the same for the same lock file', () => expect(sbomOf(lock)).toBe(sbomOf(lock)));
});

describe('licences and scripts', () => {
  it('are listed in NOTICE, which `npx vitest run sbom -u` writes', async () => {
    await expect(noticeOf(lock)).toMatchFileSnapshot('../../../NOTICE');
  });

  it('every package says its licence, and none of them reaches beyond the package’s own files', () => {
    const licences = new Set(Object.entries(packages).flatMap(([path, { license }]) => (path === '' ? [] : (license ?? path))));
    const allowed =
      /^\(?(0BSD|Apache-2\.0|BlueOak-1\.0\.0|BSD-2-Clause|BSD-3-Clause|CC-BY-4\.0|CC0-1\.0|ISC|MIT|MIT-0|MPL-2\.0|Python-2\.0|Unlicense|WTFPL)\b/;
    expect([...licences].filter((licence) => !allowed.test(licence))).toEqual([]);
  });

  it('no package’s install script is needed: those there are print a greeting, or fetch what is there already', () => {
    // The image is built, and the page served from it, without any (`npm ci --ignore-scripts` in the Dockerfile).
    const scripts = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
      hasInstallScript ? path.replace('node_modules/', '') : [],
    );
    expect(scripts).toEqual(['core-js', 'esbuild', 'webgpu']);
  });
});

describe('known weaknesses', () => {
  const weak = (severity: string) =>
    JSON.stringify({
      vulnerabilities: { a: { name: 'a', severity, range: '<2', via: [{ title: 'It leaks', url: 'https://a.example' }, 'b'] } },
    });

  it('fail from high on, and are named', () => {
    expect(auditReport(weak('high'))).toEqual({ failed: true, lines: ['high: a <2: It leaks (https://a.example); by b'] });
    expect(auditReport(weak('moderate')).failed).toBe(false);
    expect(auditReport('{"vulnerabilities":{}}')).toEqual({ failed: false, lines: ['No package of the lock file has a known weakness.'] });
  });

  it('fails where it is not the registry that cannot be asked', () => {
    const said = '{"error":{"code":"ENOLOCK","summary":"This command requires an existing lockfile."}}';
    expect(auditReport(said)).toEqual({ failed: true, lines: ['npm could not check: This command requires an existing lockfile.'] });
  });

  it.each(['{"message":"connect ECONNREFUSED","error":{}}', '', 'not JSON'])(
    'of a registry that cannot be reached nothing is claimed (%s)',
    (said) => {
      const { failed, lines } = auditReport(said);
      expect(failed).toBe(false);
      expect(lines).toEqual([expect.stringMatching(/^The registry could not be reached, so no package was checked: ./)]);
    },
  );
});
