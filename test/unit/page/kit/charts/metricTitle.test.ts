/** A chart of a KL says by which estimator it was measured. */
import { expect, it } from 'vitest';
import { unitOf, unitOfRuns } from '../../../../../src/page/kit/charts/metricTitle.ts';
import { defaultProject } from '../../../../../src/page/state/document/defaultProject.ts';

const document = defaultProject();
const training = { ...document.training, klEstimator: 'k3' as const, klRefEstimator: 'k1' as const };
const run = (build: string) => ({ document: { ...document, training }, info: { build } });

it('the KL to the base names the estimator of the run, that of an older build its own', () => {
  expect(unitOf('klRef', run('0.2.0'))).toContain('k1');
  expect(unitOf('klRef', run('0.1.0'))).toContain('k3');
  expect(unitOf('klRef', { document: { ...document, training: { ...training, klRefEstimator: 'k3' } }, info: {} })).toContain('k3');
});

it('the KL of an update is k3 in every build, and a reward has none', () => {
  expect(unitOf('klOldNew', run('0.2.0'))).toContain('k3');
  expect(unitOf('reward', run('0.2.0'))).not.toMatch(/k[123]/);
});

it('a KL says from which policy to which it is', () => {
  expect(unitOf('klRef', run('0.2.0'))).toBe('KL(π‖π_ref) by k1 · nats per token');
  expect(unitOf('klOldNew', run('0.2.0'))).toBe('KL(π_old‖π_new) by k3 · nats per token');
  expect(unitOf('rolloutKl', run('0.2.0'))).toContain('KL(π_sampler‖π_trainer) by k1');
});

it('of runs that measured differently all estimators are named', () => {
  expect(unitOfRuns('actor/solver/kl_ref', [run('0.2.0'), run('0.2.0')])).toContain('KL(π‖π_ref) by k1 ·');
  expect(unitOfRuns('actor/solver/kl_ref', [run('0.2.0'), run('0.1.0')])).toContain('by k1 and k3');
  expect(unitOfRuns('actor/solver/entropy', [run('0.2.0')])).toBe('nats per token');
  expect(unitOfRuns('source/loss', [run('0.2.0')])).toBe('');
});
