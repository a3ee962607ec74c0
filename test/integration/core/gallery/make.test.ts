/** A folder made of a project and its run is put where CI looks, passes there and opens; its picture draws teams of any shape. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { galleryFiles, galleryFolder, GROUND } from '../../../../scripts/page/gallery.ts';
import { projectRoot, readFolder, writeFiles } from '../../../../headless/kit/folders.ts';
import { chooseProject } from '../../../../headless/kit/project.ts';
import { agentSchema } from '../../../../src/core/document/schema.ts';
import { parseDocument } from '../../../../src/core/document/parse.ts';
import { unzipFiles, zipFiles } from '../../../../src/core/formats/archive.ts';
import { encodeJson, type Files, filesInto } from '../../../../src/core/formats/files.ts';
import { RUN_PATHS } from '../../../../src/core/formats/runPaths.ts';
import { recogniseFile } from '../../../../src/core/formats/runs/recognise.ts';
import { galleryFault, readGalleryFolder } from '../../../../src/core/gallery/folder.ts';
import type { GalleryEntry } from '../../../../src/core/gallery/list.ts';
import { folderName, galleryRun, makeGalleryFolder, metricsOf } from '../../../../src/core/gallery/make.ts';
import { galleryPicture } from '../../../../src/core/gallery/picture.ts';
import { templateSource } from '../../../../src/environments/source.node.ts';
import { readGivenRun } from '../../../../src/runs/takeIn.ts';
import { brokenPromises } from '../../gallery/played.ts';

const micro = chooseProject({ preset: 'micro' });
/** A project of somebody's own. */
const document = {
  ...micro,
  name: 'Two on <numbers>',
  environment: { ...micro.environment, file: 'mine.env.ts', source: templateSource() },
};
/** A run's folder as a browser keeps it: the shipped one's rows and episodes, under this project. */
const RUN: Files = (() => {
  const recorded = readFolder(join(projectRoot, 'public/recorded/planner-solver'));
  return Object.fromEntries(
    Object.entries({ ...recorded, [RUN_PATHS.project]: encodeJson(document) }).flatMap(([path, bytes]) => {
      if (path.endsWith('.jsonl.gz')) return [[path.replace('.gz', ''), new Uint8Array(gunzipSync(bytes))]];
      return path === 'index.json' ? [] : [[path, bytes]];
    }),
  );
})();
const SAID = {
  title: document.name,
  shows: 'Two agents on problems of somebody’s own.',
  look: 'the second message of an episode.',
  tags: ['first steps' as const],
  author: 'Somebody',
  licence: 'CC-BY-4.0',
};
const parts = {
  said: SAID,
  document,
  bytesOf: (base: string) => GROUND.weights(base),
  color: () => '#003e7d',
  run: { files: RUN, metrics: metricsOf(RUN) },
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marft-gallery-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a folder made of a project and its run', () => {
  it('passes where CI looks, and its project and run open as they were', async () => {
    const name = folderName(SAID.title);
    expect(name).toBe('two-on-numbers');
    writeFiles(join(folder, name), makeGalleryFolder(parts));
    const files = galleryFolder(name, folder);
    expect(galleryFault(name, files, GROUND)).toBeNull();
    const read = readGalleryFolder(name, files, GROUND);
    expect(read.document).toEqual(document);
    expect(await brokenPromises(read.document)).toEqual([]);

    const beside = galleryFiles(folder);
    const [entry] = JSON.parse(new TextDecoder().decode(beside.get('gallery/list.json'))) as GalleryEntry[];
    expect(entry).toMatchObject({ ...SAID, name, agents: 2, run: 'run.zip', seeds: [1], bases: [{ name: 'micro', from: 'shipped' }] });
    expect(entry?.facts).toMatchObject({ iterations: 40, seconds: null });
    const archive = beside.get(`gallery/${name}/run.zip`)!;
    expect(recogniseFile('run.zip', archive)).toMatchObject({ kind: 'archive', run: true });
    const run = readGivenRun(archive);
    expect(run.document).toEqual(document);
    expect(run.card).toMatchObject({ phase: 'finished', iteration: 40, iterations: 40, seed: 1 });
    // The zip that a person downloads opens too, with its project.
    expect(recogniseFile(`${name}.zip`, zipFiles(filesInto(name, files)))).toMatchObject({ kind: 'archive', run: false });
    expect(parseDocument(new TextDecoder().decode(beside.get(`gallery/${name}/project.json`)))).toEqual(document);
  });

  it('goes without its checkpoint, and with three iterations’ episodes cut at whole lines, where there is no room', () => {
    const rollouts = Object.keys(RUN).filter((path) => path.startsWith('rollouts/'));
    expect(rollouts.length).toBeGreaterThan(3);
    const line = `${'x'.repeat(1000)}\n`;
    const large = Object.fromEntries(rollouts.map((path) => [path, new TextEncoder().encode(line.repeat(200))]));
    const noise = new Uint8Array(randomBytes(1_200_000)); // nothing that could be packed
    const files = unzipFiles(galleryRun({ ...RUN, ...large, 'checkpoints/steps_40/noise.bin': noise }));
    const kept = Object.keys(files).filter((path) => path.startsWith('rollouts/'));
    expect(kept.map((path) => files[path]?.length)).toEqual([139 * 1001, 139 * 1001, 139 * 1001]);
    expect(Object.keys(files).some((path) => path.startsWith('checkpoints/'))).toBe(false);
    expect(Object.keys(unzipFiles(galleryRun(RUN))).some((path) => path.startsWith('checkpoints/steps_40/'))).toBe(true);
  });

  it('names a run that ships in place of a copy, and goes without one', () => {
    const shipped = makeGalleryFolder({ ...parts, document: micro, run: { shipped: 'recorded/planner-solver', metrics: [] } });
    expect(Object.keys(shipped)).toEqual(['card.json', 'project.json', 'picture.svg']);
    expect(galleryFault('again', shipped, GROUND)).toBeNull();
    expect(galleryFault('alone', makeGalleryFolder({ ...parts, run: null }), GROUND)).toBeNull();
  });
});

describe('the picture', () => {
  const draw = (roles: readonly string[], edges: readonly [number, number][], orchestrator?: string) =>
    galleryPicture(
      {
        ...micro,
        team: {
          ...micro.team,
          agents: roles.map((role) => agentSchema.parse({ role })),
          edges: edges.map(([from, to]) => ({ from: roles[from]!, to: roles[to]! })),
          ...(orchestrator ? { orchestration: 'dynamic', orchestrator: { role: orchestrator, maxSteps: 3 } } : {}),
        },
      },
      () => '#003e7d',
      [0, 0.5, 1],
    );
  const boxes = (svg: string) =>
    [...svg.matchAll(/<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"/g)].map((found) => found.slice(1).map(Number));

  it.each([
    ['one agent', ['alone'], []],
    [
      'a chain of four',
      ['a', 'b', 'c', 'd'],
      [
        [0, 1],
        [1, 2],
        [2, 3],
        [0, 3],
      ],
    ],
    [
      'thirty-two in a row',
      Array.from({ length: 32 }, (_, index) => `agent_${index}`),
      Array.from({ length: 31 }, (_, at) => [at, at + 1]),
    ],
    ['thirty-two side by side', Array.from({ length: 32 }, (_, index) => `agent_${index}`), []],
  ] as [string, string[], [number, number][]][])('holds %s within its edges, no box upon another', (_, roles, edges) => {
    const found = boxes(draw(roles, edges));
    expect(found).toHaveLength(roles.length);
    for (const [x = 0, y = 0, width = 0, height = 0] of found) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect([x + width <= 240, y + height <= 84, width > 0, height > 0]).toEqual([true, true, true, true]);
      const upon = found.filter(([x2 = 0, y2 = 0, w2 = 0, h2 = 0]) => x < x2 + w2 && x2 < x + width && y < y2 + h2 && y2 < y + height);
      expect(upon).toHaveLength(1);
    }
  });

  it('draws a line for each connection, dotted for whom an orchestrator calls', () => {
    const lines = (svg: string) => [svg.match(/<path d="M[^"]*C/g)?.length ?? 0, svg.match(/stroke-dasharray/g)?.length ?? 0];
    expect(
      lines(
        draw(
          ['a', 'b', 'c'],
          [
            [0, 1],
            [1, 2],
          ],
        ),
      ),
    ).toEqual([2, 0]);
    expect(lines(draw(['desk', 'b', 'c'], [], 'desk'))).toEqual([2, 2]);
    expect(draw(['a'], [])).toContain('points="4,66 120,52 236,38"');
  });
});
