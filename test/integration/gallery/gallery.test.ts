/** Every folder of `gallery/` may stand there; what CI says of a pull request that brings one. Run this file alone after adding one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { galleryFiles, galleryFolder, galleryNames, GROUND } from '../../../scripts/page/gallery.ts';
import { SHIPPED_PROJECTS, shippedFolder } from '../../../scripts/writeGallery.ts';
import { projectRoot } from '../../../headless/kit/folders.ts';
import { encodeJson, type Files } from '../../../src/core/formats/files.ts';
import { galleryFault, readGalleryFolder } from '../../../src/core/gallery/folder.ts';
import { BUILTIN_ENVIRONMENTS } from '../../../src/environments/index.ts';
import { environmentSource } from '../../../src/environments/source.node.ts';
import { brokenPromises } from './played.ts';

const BUILT_IN = new Set(BUILTIN_ENVIRONMENTS.map(({ id }) => environmentSource(id)));

describe.each(galleryNames())('gallery/%s', (name) => {
  const files = galleryFolder(name);

  it('has a card, a project, a picture and the run that the card names, each as it has to be', () => {
    expect(galleryFault(name, files, GROUND)).toBeNull();
  });

  it('has an environment that keeps its contract', async () => {
    const { document } = readGalleryFolder(name, files, GROUND);
    // What ships is played by `properties.test.ts`.
    if (!BUILT_IN.has(document.environment.source)) expect(await brokenPromises(document)).toEqual([]);
  });

  it('refers to a recorded run by its index', () => {
    const { run } = readGalleryFolder(name, files, GROUND).card;
    if (run !== null && run !== 'run.zip') expect(existsSync(join(projectRoot, 'public', run, 'index.json'))).toBe(true);
  });
});

it.each(SHIPPED_PROJECTS)('gallery/%s is the preset, byte for byte (npx tsx scripts/writeGallery.ts writes it)', (name) => {
  const text = (files: Files) => Object.entries(files).map(([file, bytes]) => [file, new TextDecoder().decode(bytes)]);
  const { 'card.json': _, ...files } = galleryFolder(name);
  expect(Object.fromEntries(text(files))).toEqual(Object.fromEntries(text(shippedFolder(name))));
});

it('is what the build puts beside the page: a list, and of each folder what opens', () => {
  const files = galleryFiles();
  const list = JSON.parse(new TextDecoder().decode(files.get('gallery/list.json'))) as { name: string; picture: string }[];
  expect(list.map(({ name }) => name)).toEqual(galleryNames());
  for (const { name, picture } of list)
    expect([...files.keys()]).toEqual(expect.arrayContaining([`gallery/${name}/project.json`, `gallery/${name}/${picture}`]));
});

describe('a folder that may not stand in the gallery', () => {
  const micro = galleryFolder('micro');
  const card = JSON.parse(new TextDecoder().decode(micro['card.json'])) as Record<string, unknown>;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const fault = (changes: Readonly<Record<string, Uint8Array | null>>, name = 'micro') => {
    const files = Object.fromEntries(Object.entries({ ...micro, ...changes }).flatMap(([file, found]) => (found ? [[file, found]] : [])));
    const found = galleryFault(name, files, GROUND);
    return found && `${found.code} ${(found.params as { found?: string }).found ?? ''}: ${found.detail ?? found.message}`;
  };
  const withCard = (changes: object) => fault({ 'card.json': encodeJson({ ...card, ...changes }) });

  it('has a name, files or a card of its own invention', () => {
    expect(fault({})).toBeNull();
    expect(fault({}, 'My project')).toContain('E_GALLERY_FILES name:');
    expect(fault({ 'project.json': null })).toContain('E_GALLERY_FILES missing:');
    expect(fault({ 'notes.txt': bytes('') })).toContain('E_GALLERY_FILES unknown:');
    expect(fault({ 'card.json': bytes('{') })).toContain('E_GALLERY_CARD not_json:');
    expect(withCard({ stars: 5 })).toMatch(/E_GALLERY_CARD fields: [^]*stars/);
    expect(withCard({ shows: 'One line.\nAnother.' })).toMatch(/E_GALLERY_CARD fields: [^]*one line/);
    expect(withCard({ tags: ['best ever'] })).toContain('E_GALLERY_CARD fields:');
    expect(withCard({ run: '../../etc' })).toContain('E_GALLERY_CARD fields:');
  });

  it('has no project that runs', () => {
    expect(fault({ 'project.json': bytes('{}') })).toMatch(/^E_DOCUMENT_/);
    const project = JSON.parse(new TextDecoder().decode(micro['project.json'])) as { team: { edges: unknown[] } };
    const circle = { ...project, team: { ...project.team, edges: [...project.team.edges, { from: 'solver', to: 'planner' }] } };
    expect(fault({ 'project.json': encodeJson(circle) })).toMatch(/^E_GRAPH_CYCLE/);
  });

  it('claims what no evidence bears out', () => {
    expect(withCard({ claims: [] })).toMatch(/E_GALLERY_CLAIM unclaimed: [^]*Learns in seconds/);
    expect(withCard({ shows: 'The best team, and it falls asleep.', claims: [] })).toContain('E_GALLERY_CLAIM unclaimed:');
    const [claim] = card['claims'] as object[];
    expect(withCard({ claims: [{ ...claim, is: 'lower' }] })).toMatch(/E_GALLERY_CLAIM wrong: [^]*higher and not/);
    expect(withCard({ claims: [{ ...claim, evidence: 'hearsay' }] })).toContain('E_GALLERY_CLAIM wrong:');
    expect(withCard({ shows: 'Two agents.' })).toMatch(/E_GALLERY_CLAIM wrong: [^]*does not say/);
  });

  it('names other bases than it needs, or one that nobody else has', () => {
    expect(withCard({ bases: [{ name: 'standard', from: 'shipped', bytes: 1 }] })).toContain('E_GALLERY_BASES others:');
    expect(withCard({ bases: [{ name: 'micro', from: 'shipped', bytes: 1 }] })).toContain('E_GALLERY_BASES bytes:');
    const own = JSON.parse(new TextDecoder().decode(micro['project.json'])) as { team: object };
    expect(
      fault({
        'project.json': encodeJson({ ...own, team: { ...own.team, base: 'mine' } }),
        'card.json': encodeJson({ ...card, bases: [{ name: 'mine', from: 'own', bytes: 1 }] }),
      }),
    ).toContain('E_GALLERY_BASES own:');
  });

  it('has a picture that is none, is large, or does something', () => {
    const svg = (inside: string) => ({ 'picture.svg': bytes(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`) });
    expect(fault(svg('<rect width="1"/>'))).toBeNull();
    expect(fault({ 'picture.svg': bytes('GIF89a') })).toContain('E_GALLERY_PICTURE kind:');
    expect(fault({ 'picture.svg': null, 'picture.webp': bytes('RIFF') })).toContain('E_GALLERY_PICTURE kind:');
    expect(fault(svg(' '.repeat(60_000)))).toContain('E_GALLERY_PICTURE bytes:');
    const active = [
      '<script>1</script>',
      '<rect onload="1"/>',
      '<a href="//x"/>',
      '<rect style="fill:url(//x)"/>',
      '<foreignObject/>',
      '<use href="#a"/>',
      '< script>',
    ];
    for (const inside of active) expect(fault(svg(inside)), inside).toContain('E_GALLERY_PICTURE active:');
  });

  it('has a recorded run of something else, or none where it names one', () => {
    expect(withCard({ run: 'recorded/nobody' })).toContain('E_GALLERY_RUN missing:');
    expect(withCard({ run: 'recorded/relay' })).toContain('E_GALLERY_RUN project:');
    expect(withCard({ seeds: [2] })).toContain('E_GALLERY_RUN seeds:');
    expect(fault({ 'run.zip': bytes('PK') })).toContain('E_GALLERY_RUN unnamed:');
    expect(fault({ 'card.json': encodeJson({ ...card, run: 'run.zip' }) })).toContain('E_GALLERY_RUN missing:');
    const zip = { 'card.json': encodeJson({ ...card, run: 'run.zip' }) };
    expect(fault({ ...zip, 'run.zip': bytes('PK') })).toContain('E_GALLERY_RUN unread:');
    expect(fault({ ...zip, 'run.zip': new Uint8Array(1_000_001) })).toContain('E_GALLERY_RUN bytes:');
  });
});
