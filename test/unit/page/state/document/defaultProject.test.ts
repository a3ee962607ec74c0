/** The projects a person can start from: each brings its own environment, and a changed environment can be taken back. */
import { expect, it } from 'vitest';
import { SHIPPED_BASES } from '../../../../../src/core/document/bases.ts';
import { PRESETS } from '../../../../../src/core/document/presets/presets.ts';
import { environmentSource } from '../../../../../src/environments/source.node.ts';
import { builtInEnvironment, defaultProject, presetProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { PRESET_NAMES } from '../../../../../src/page/state/projects/presetChoice.ts';

it.each(PRESET_NAMES)('%s comes with its built-in environment, on a base that ships', async (name) => {
  const project = await presetProject(name);
  const { environment: id } = PRESETS[name];
  expect(project.environment.source).toBe(environmentSource(id));
  expect(project.environment.file).toBe(`${id}.env.ts`);
  expect(SHIPPED_BASES).toContain(project.team.base);
  expect(project.environment).toMatchObject(await builtInEnvironment(project.environment.file));
});

it('the default one is micro, and an environment of another name goes back to the default’s', async () => {
  expect(defaultProject()).toEqual(await presetProject('micro'));
  expect(defaultProject().environment).toMatchObject(await builtInEnvironment('mine.env.ts'));
});
