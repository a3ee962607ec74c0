/** A project that names its bases, or carries them: hostile input too. */
import { describe, expect, it } from 'vitest';
import { baseFolder, readFolder } from '../../../../headless/kit/folders.ts';
import { parseDocument } from '../../../../src/core/document/parse.ts';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../../src/core/document/schema.ts';
import { faultFrom } from '../../../../src/core/faults.ts';
import { zipFiles } from '../../../../src/core/formats/archive.ts';
import { encodeJson, type Files, filesInto } from '../../../../src/core/formats/files.ts';
import { baseFingerprint } from '../../../../src/core/formats/models/fingerprint.ts';
import { openModelFolder } from '../../../../src/core/formats/models/hf.ts';
import { takenOfModel } from '../../../../src/core/formats/models/modelFiles.ts';
import { namingBases, withBaseCalled } from '../../../../src/core/share/bases.ts';
import { carriedFiles, checkCarried, freeBaseName, readCarried } from '../../../../src/core/share/carried.ts';
import { linkHash, readLink } from '../../../../src/core/share/share.ts';

const HUB = `org/tiny@${'a'.repeat(40)}`;
const PRINT = '0123456789abcdef'.repeat(4);

/** The smallest project, its agents on these bases. */
function projectOn(...bases: readonly string[]): ProjectDocument {
  const project = PRESETS.micro.project({ file: 'a.env.ts', source: '// code' });
  const agents = project.team.agents.map((agent, index) => ({ ...agent, base: bases[index] ?? '' }));
  return { ...project, team: { ...project.team, base: bases[0] ?? 'micro', agents } };
}

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return faultFrom(error).code;
  }
  return 'none';
};

const model = (): Files => readFolder(baseFolder('micro'));
const zipOf = (document: unknown, files: Files): Uint8Array => zipFiles({ 'project.json': encodeJson(document), ...files });

describe('what a shared project says of its bases', () => {
  it('is there for those that do not ship, and comes through a link', () => {
    const named = namingBases(projectOn('mine', HUB), (name) => (name === 'mine' ? { bytes: 5, sha256: PRINT } : { bytes: 7 }));
    expect(named.bases).toEqual([
      { name: 'mine', bytes: 5, sha256: PRINT },
      { name: HUB, bytes: 7, sha256: null },
    ]);
    expect(readLink(linkHash(named, []), [])?.document).toEqual(named);
    expect(parseDocument(JSON.stringify(named))).toEqual(named);
  });

  it('is left as it was told of a base that is not here, and dropped of one that nobody stands on', () => {
    const named = namingBases(projectOn('mine'), () => ({ bytes: 5, sha256: PRINT }));
    expect(namingBases(named).bases).toEqual(named.bases);
    expect('bases' in namingBases({ ...projectOn('micro'), bases: named.bases })).toBe(false);
    expect(namingBases(projectOn('unknown')).bases, 'that it is needed is known').toEqual([{ name: 'unknown', bytes: null, sha256: null }]);
  });

  it.each([
    ['a huge name', [{ name: 'x'.repeat(1025), bytes: 1 }]],
    ['a size that is none', [{ name: 'mine', bytes: -1 }]],
    ['a size beyond counting', [{ name: 'mine', bytes: 1e300 }]],
    ['no fingerprint', [{ name: 'mine', bytes: 1, sha256: 'abc' }]],
    ['something more', [{ name: 'mine', bytes: 1, url: 'https://x' }]],
    ['more than a team can have', Array.from({ length: 65 }, (_, index) => ({ name: `b${index}`, bytes: 1 }))],
  ])('is refused where it is %s', (_, bases) => {
    expect(codeOf(() => parseDocument({ ...projectOn('mine'), bases }))).toMatch(/^E_DOCUMENT_(?:INVALID|UNKNOWN_FIELD)$/);
  });
});

describe('a project that carries its bases', () => {
  it('brings the model’s own files and texts about it, of its own bases alone', () => {
    const document = namingBases(projectOn('mine', 'other'), () => ({ bytes: 1 }));
    const given = carriedFiles(document, { mine: { ...model(), 'run.sh': new Uint8Array(3), LICENSE: new Uint8Array(2) } }) as Files;
    const carried = readCarried(zipFiles(given), 'a.zip');
    expect(carried.document).toEqual(document);
    expect(carried.bases.map(({ name, folder }) => [name, folder])).toEqual([['mine', 'bases/mine']]);
    const [base] = carried.bases;
    expect(Object.keys(base!.files)).not.toContain('run.sh');
    expect(Object.keys(base!.files)).toContain('LICENSE');
    for (const [path, bytes] of Object.entries(model())) if (takenOfModel(path) === 'contents') expect(base!.files[path]).toEqual(bytes);
    expect(base!.bytes).toBe(Object.values(base!.files).reduce((sum, { byteLength }) => sum + byteLength, 0));
  });

  it('brings none in the name of what ships or of the Hub', () => {
    for (const name of ['micro', HUB]) expect(readCarried(zipOf(projectOn(name), filesInto('base', model())), 'a.zip').bases).toEqual([]);
    expect(readCarried(zipOf(projectOn('mine'), { 'base/notes.txt': new Uint8Array(1) }), 'a.zip').bases).toEqual([]);
  });

  it.each([['base/../../config.json'], ['/base/config.json'], ['base\\config.json']])('is refused whole with a path like %s', (path) => {
    const plain = 'base/x'.padEnd(path.length, 'x').slice(0, path.length);
    const zip = zipOf(projectOn('mine'), { [plain]: new Uint8Array(1) });
    const patched = Buffer.from(Buffer.from(zip).toString('latin1').replaceAll(plain, path), 'latin1');
    expect(codeOf(() => readCarried(new Uint8Array(patched), 'a.zip'))).toBe('E_ARCHIVE_PATH');
  });

  it.each([
    [3, 'E_DOCUMENT_JSON'],
    [2 ** 31, 'E_ARCHIVE_LIMIT'],
  ])('is refused where its project is said to have %d bytes', (size, code) => {
    const zip = Buffer.from(zipOf(projectOn('mine'), filesInto('base', model())));
    // In the directory at its end, 46 bytes of an entry lie before its name, and the size in them.
    zip.writeUInt32LE(size, zip.lastIndexOf('project.json') - 46 + 24);
    expect(codeOf(() => readCarried(new Uint8Array(zip), 'a.zip'))).toBe(code);
  });

  it('is refused where the base is not the one that the project tells of', async () => {
    const { config, stored } = openModelFolder(model(), 'mine');
    const sha256 = await baseFingerprint(config, stored);
    const told = (print: string | null) => namingBases(projectOn('mine'), () => ({ bytes: 1, sha256: print }));
    expect(codeOf(() => checkCarried(told(sha256), 'mine', sha256))).toBe('none');
    expect(codeOf(() => checkCarried(told(null), 'mine', sha256))).toBe('none');
    expect(codeOf(() => checkCarried(told(PRINT), 'mine', sha256))).toBe('E_BASE_CARRIED');
  });

  it('is called otherwise where another base has its name', () => {
    const document = namingBases(projectOn('mine', 'other'), () => ({ bytes: 1, sha256: PRINT }));
    const called = withBaseCalled(
      document,
      'mine',
      freeBaseName('mine', (name) => name === 'mine-2'),
    );
    expect(called.team.base).toBe('mine-3');
    expect(called.team.agents.map(({ base }) => base)).toEqual(['mine-3', 'other']);
    expect(called.bases?.map(({ name }) => name)).toEqual(['mine-3', 'other']);
    expect(withBaseCalled(projectOn('mine'), 'nobody', 'x')).toEqual(projectOn('mine'));
  });
});
