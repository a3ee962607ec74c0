/** Which document a command is about: a project file or a preset, with a named set of settings, a seed and iterations. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseProject, projectFile, projectFlags, type ProjectChoice } from '../../../../headless/kit/project.ts';
import { isSettingsPreset, SETTINGS_PRESET_NAMES } from '../../../../src/core/editing/settingsPresets.ts';
import { type Fault, faultFrom } from '../../../../src/core/faults.ts';

function faultOf(choice: ProjectChoice): Fault | null {
  try {
    chooseProject(choice);
    return null;
  } catch (error) {
    return faultFrom(error);
  }
}

it('takes a folder of the gallery by --project or by itself, and not two projects', () => {
  const file = 'gallery/relay/project.json';
  expect(projectFile({ project: file }, [])).toBe(file);
  expect(projectFile({}, [file])).toBe(file);
  expect(projectFile({}, [])).toBeUndefined();
  expect(projectFlags({}, projectFile({ project: file }, []))).toEqual(chooseProject({ preset: 'relay' }));
  expect(() => projectFile({ project: file }, ['other.json'])).toThrow(/other\.json and gallery\/relay\/project\.json/);
});

describe('chooseProject', () => {
  it.each(SETTINGS_PRESET_NAMES)('puts the set of settings “%s” in place of the project’s own', (settings) => {
    const own = chooseProject({});
    const chosen = chooseProject({ settings });
    expect(isSettingsPreset(chosen, settings)).toBe(true);
    expect(chosen.environment).toEqual(own.environment);
    expect(chosen.team.agents.map(({ role }) => role)).toEqual(own.team.agents.map(({ role }) => role));
  });

  it('takes the set for a project file too, and the seed and iterations of the command line over those of the set', () => {
    const folder = mkdtempSync(join(tmpdir(), 'project-'));
    try {
      const file = join(folder, 'project.json');
      const own = chooseProject({ preset: 'standard' });
      writeFileSync(file, JSON.stringify({ ...own, training: { ...own.training, clip: 0.3 } }));
      const { training, team } = chooseProject({ file, settings: 'collapse_reuse', seed: 7, iterations: 2 });
      expect(training).toMatchObject({ epochs: 8, clip: 10, klGate: 0, seed: 7, iterations: 2 });
      expect(team.base).toBe('standard');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('names what there is when it does not know the set', () => {
    const fault = faultOf({ settings: 'ppo' });
    expect(fault).toMatchObject({ code: 'E_SETTINGS', message: 'There is no set of settings “ppo”.' });
    for (const name of SETTINGS_PRESET_NAMES) expect(fault?.hint).toContain(name);
  });

  it('names the file and the project that a newer workbench saved', () => {
    const folder = mkdtempSync(join(tmpdir(), 'project-'));
    try {
      const file = join(folder, 'project.json');
      writeFileSync(file, JSON.stringify({ ...chooseProject({}), name: 'Mine', version: 99 }));
      const fault = faultOf({ file });
      expect(fault?.code).toBe('E_DOCUMENT_FUTURE');
      expect(fault?.message).toContain(`${file} cannot be read. The project “Mine” was saved by a newer workbench (format 99`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('refuses a project file beside a preset, one of which it would have to ignore', () => {
    expect(faultOf({ file: 'project.json', preset: 'micro' })).toMatchObject({ code: 'E_FLAG' });
  });
});
