/** The projects a person can start from: each brings its own environment, and a changed environment can be taken back. */
import { expect, it } from 'vitest';
import { PRESETS, type PresetName } from '../../../src/core/document/presets.ts';
import { environmentSource } from '../../../src/environments/source.node.ts';
import { builtInEnvironment, defaultProject, presetProject } from '../../../src/stores/defaultProject.ts';

it.each([
  ['micro', 'arithmetic', 'arithmetic.env.ts'],
  ['standard', 'arithmetic-six', 'arithmetic-six.env.ts'],
] as const)('%s comes with the built-in environment %s', (name, id, file) => {
  const project = presetProject(name);
  expect(project.environment).toMatchObject({ file, source: environmentSource(id) });
  expect(project.team.base).toBe(name);
  expect(project.environment).toMatchObject(builtInEnvironment(project.environment.file));
});

it('the default one is micro, and an environment of another name goes back to the default’s', () => {
  expect(defaultProject()).toEqual(presetProject('micro'));
  expect(defaultProject().environment).toMatchObject(builtInEnvironment('mine.env.ts'));
  expect(Object.keys(PRESETS).map((name) => presetProject(name as PresetName).team.agents)).toHaveLength(2);
});
