/** What a stopped run says is to be typed: everything that its folder does not keep. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { baseFolder } from '../../../../../headless/kit/folders.ts';
import { chooseProject } from '../../../../../headless/kit/project.ts';
import { goingOn } from '../../../../../headless/kit/run/goingOn.ts';

const home = mkdtempSync(join(tmpdir(), 'going-on-'));
afterAll(() => rmSync(home, { recursive: true }));

const micro = chooseProject({});
const own = { ...micro, team: { ...micro.team, base: 'own' } };

it('is the folder alone where the base ships and this computer trains', () => {
  expect(goingOn(micro, { out: 'runs/a b' }, null)).toBe(`npm run train -- --resume --out 'runs/a b'`);
});

it('names the server, the rows and the bases that were passed', () => {
  const server = { engine: 'tinker', url: 'http://127.0.0.1:8000', model: 'x/y', 'token-file': 'secret', 'in-flight': '9' };
  const text = goingOn(own, { out: 'run', ...server, data: 'rows.csv', base: ['own=../it'] }, home);
  expect(text).toBe(
    'npm run train -- --resume --out run --engine tinker --url http://127.0.0.1:8000 --model x/y --token-file secret --in-flight 9 --data rows.csv --base own=../it',
  );
});

it('names a base that was found beside the project, as in a job', () => {
  cpSync(baseFolder('micro'), join(home, 'base'), { recursive: true });
  expect(goingOn(own, { out: 'run' }, home)).toBe(`npm run train -- --resume --out run --base own=${join(home, 'base')}`);
});
