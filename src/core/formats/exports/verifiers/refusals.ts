/** What of a project a package for verifiers and prime-rl cannot carry, as faults that lead to the setting. */
import { baseNames, baseSubject } from '../../../document/bases.ts';
import { agentIsFrozen, needsCritic, usesTree } from '../../../document/derived.ts';
import type { ProjectDocument } from '../../../document/schema.ts';
import { fault, type Fault } from '../../../faults.ts';
import { verifiersFaults } from '../../../../words/words.ts';
import { temperatureOf } from './toml.ts';

/** What makes a package impossible: one policy stands on one base. */
export function refusals(document: ProjectDocument): readonly Fault[] {
  const [, other] = baseNames(document);
  if (other === undefined) return [];
  return [
    fault(verifiersFaults, 'E_VERIFIERS_BASES', { bases: baseNames(document) }, { place: { subject: baseSubject(document, other) } }),
  ];
}

/** What is left behind or becomes something else, of what the project asks for. MAPPING.md has every setting; these are the great ones. */
export function losses(document: ProjectDocument): readonly Fault[] {
  const { team, training } = document;
  const at = (subject: string) => ({ place: { subject } });
  const lost: Fault[] = [];
  if (needsCritic(training) || usesTree(training)) {
    const { algorithm } = training;
    lost.push(fault(verifiersFaults, 'E_VERIFIERS_CREDIT', { algorithm }, at('training.algorithm')));
  }
  if (training.credit.strategy === 'step_discount')
    lost.push(fault(verifiersFaults, 'E_VERIFIERS_STRATEGY', {}, at('training.credit.strategy')));
  if (team.template === 'workbench') lost.push(fault(verifiersFaults, 'E_VERIFIERS_TEMPLATE', {}, at('team.template')));
  for (const agent of team.agents.filter((each) => agentIsFrozen(document, each)))
    lost.push(fault(verifiersFaults, 'E_VERIFIERS_FROZEN', { role: agent.role }, at(`team.agents.${agent.role}.adapter.frozen`)));
  const temperature = temperatureOf(document);
  for (const { role, sampling } of team.agents) {
    if (sampling.temperature !== temperature)
      lost.push(
        fault(
          verifiersFaults,
          'E_VERIFIERS_TEMPERATURE',
          { role, asked: sampling.temperature, taken: temperature },
          at(`team.agents.${role}.sampling.temperature`),
        ),
      );
    if (sampling.topK > 0 || sampling.topP < 1)
      lost.push(fault(verifiersFaults, 'E_VERIFIERS_TRUNCATION', { role }, at(`team.agents.${role}.sampling.topP`)));
  }
  if (training.klCoef > 0) lost.push(fault(verifiersFaults, 'E_VERIFIERS_KL', {}, at('training.klCoef')));
  if (training.entropyCoef !== 0) lost.push(fault(verifiersFaults, 'E_VERIFIERS_ENTROPY', {}, at('training.entropyCoef')));
  return lost;
}
