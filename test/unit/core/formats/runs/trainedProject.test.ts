/** What of a project is said to differ from the one a checkpoint was trained with. */
import { describe, expect, it } from 'vitest';
import { inForce } from '../../../../../src/core/document/check/check.ts';
import type { ProjectDocument } from '../../../../../src/core/document/schema.ts';
import { encodeJson } from '../../../../../src/core/formats/files.ts';
import { projectChanges } from '../../../../../src/core/formats/runs/trainedProject.ts';
import { chooseProject } from '../../../../../headless/kit/project.ts';

const micro = chooseProject({ preset: 'micro' });
const with_ = (training: Partial<ProjectDocument['training']>): ProjectDocument => ({
  ...micro,
  training: { ...micro.training, ...training },
});
const trained = (project: ProjectDocument) => ({
  'trainer_state.json': encodeJson({ iteration: 3, base: 'micro', roles: [], state: {}, project }),
});

describe('a project beside its checkpoint', () => {
  it('is the same with more iterations, and another with another seed', () => {
    expect(projectChanges(with_({ iterations: 99 }), trained(micro))).toEqual([]);
    expect(projectChanges(with_({ seed: 2 }), trained(micro))).toEqual(['training.seed is 2, it was 1']);
  });
  it('is the same where a setting stands in it that nothing read, and that the session set back', () => {
    const tree = with_({ algorithm: 'vineppo', groupSize: 1, credit: { ...micro.training.credit, strategy: 'per_step' } });
    expect(inForce(tree)).not.toEqual(tree);
    expect(projectChanges(tree, trained(inForce(tree)))).toEqual([]);
  });
});
