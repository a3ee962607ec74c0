import { describe, expect, it } from 'vitest';
import { addAgent, moveAgent, setEnvironmentSource, setPrompt } from '../../../../../src/core/editing/edits.ts';
import { parseDocument } from '../../../../../src/core/document/parse.ts';
import { PRESETS } from '../../../../../src/core/document/presets/presets.ts';
import { presetProject } from '../../../../../src/page/state/document/defaultProject.ts';
import { isAsShipped, PRESET_NAMES, shippedAs } from '../../../../../src/page/state/projects/presetChoice.ts';

describe('the shipped projects as a choice', () => {
  it('offers every one', () => {
    expect(PRESET_NAMES).toEqual(Object.keys(PRESETS));
  });

  it.each(PRESET_NAMES)('knows %s as shipped: fresh, kept and read again, or moved on the canvas', async (name) => {
    const project = await presetProject(name);
    const role = project.team.agents[0]?.role ?? '';
    expect(isAsShipped(project)).toBe(true);
    expect(isAsShipped(parseDocument(JSON.stringify(project)))).toBe(true);
    expect(isAsShipped(moveAgent(project, role, { x: 7, y: 9 }))).toBe(true);
    expect(shippedAs(moveAgent(project, role, { x: 7, y: 9 }))).toBe(name);
  });

  it.each(PRESET_NAMES)('knows edits of %s', async (name) => {
    const project = await presetProject(name);
    const role = project.team.agents[0]?.role ?? '';
    expect(isAsShipped(setPrompt(project, role, 'Think.'))).toBe(false);
    expect(isAsShipped(addAgent(project))).toBe(false);
    expect(isAsShipped({ ...project, name: 'Mine' })).toBe(false);
    expect(isAsShipped(setEnvironmentSource(project, `${project.environment.source} `))).toBe(false);
    expect(isAsShipped({ ...project, training: { ...project.training, seed: 2 } })).toBe(false);
  });
});
