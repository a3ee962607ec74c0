/** A session as checkpoint files and back. Randomness is counter-based, so nothing else is needed to go on exactly. */
import { z } from 'zod';
import { FaultError } from '../core/faults.ts';
import type { Files } from '../core/formats/files.ts';
import { loraModules } from '../core/formats/model-config.ts';
import type { HostMatrix } from '../core/formats/peft.ts';
import { checkpointFiles, readCheckpoint } from '../core/formats/rundir.ts';
import type { HostTensor } from '../core/formats/safetensors.ts';
import type { AdamWState } from '../engine/train/adamw.ts';
import type { AgentPolicy } from './agents.ts';
import type { TrainingSession } from './session.ts';

const stateSchema = z.object({
  agents: z.record(z.string(), z.object({ learning_rate: z.number(), optimizer_step: z.int() })),
  critic: z.object({ optimizer_step: z.int() }),
});

/** `planner/model.layers…` ↔ `model.layers…`: parameters carry their agent's name on an executor, files do not. */
const withoutRole = (role: string, name: string) => name.slice(role.length + 1);

export function checkpointOf(session: TrainingSession): Record<string, Uint8Array> {
  const { policies, critic, document, base } = session;
  const optimizer = new Map<string, HostTensor>();
  for (const policy of policies) addMoments(optimizer, policy.role, policy.parameters, policy.optimizer);
  addMoments(optimizer, 'critic', critic.parameters, critic.optimizer);
  return checkpointFiles({
    iteration: session.iteration,
    baseName: base.name,
    adapters: policies.map((policy) => {
      const { rank, alpha, targets } = adapterSettings(session, policy);
      const tensors = [...policy.parameters].map(([name, tensor]) => [withoutRole(policy.role, name), tensor as HostMatrix] as const);
      return { role: policy.role, weights: { rank, alpha, targets, tensors: new Map(tensors) } };
    }),
    critic: critic.parameters,
    optimizer,
    trainerState: {
      seed: document.training.seed,
      agents: Object.fromEntries(
        policies.map(({ role, learningRate, optimizer }) => [role, { learning_rate: learningRate, optimizer_step: optimizer.step }]),
      ),
      critic: { optimizer_step: critic.optimizer.step },
    },
  });
}

/** Puts a session made from the same document where the checkpoint left it. */
export function restoreCheckpoint(session: TrainingSession, files: Files): void {
  const checkpoint = readCheckpoint(files, { modules: loraModules(session.base.config) });
  const state = stateSchema.safeParse(checkpoint.trainerState);
  if (!state.success) throw mismatch('its trainer_state.json lacks the learning rates and optimiser steps.');
  for (const policy of session.policies) {
    const saved = checkpoint.adapters.find(({ role }) => role === policy.role);
    const own = state.data.agents[policy.role];
    if (!saved || !own) throw mismatch(`it holds no adapter for “${policy.role}”.`);
    const settings = adapterSettings(session, policy);
    if (saved.weights.rank !== settings.rank || saved.weights.alpha !== settings.alpha) {
      throw mismatch(
        `the adapter of “${policy.role}” has rank ${saved.weights.rank} and alpha ${saved.weights.alpha}, the project says ${settings.rank} and ${settings.alpha}.`,
      );
    }
    const [asked, held] = [settings.targets, saved.weights.targets].map((targets) => [...new Set(targets)].sort().join(', '));
    if (asked !== held) throw mismatch(`the adapter of “${policy.role}” acts on ${held}, the project says ${asked}.`);
    policy.parameters = new Map(
      [...policy.parameters.keys()].map((name) => [name, found(saved.weights.tensors.get(withoutRole(policy.role, name)), name)]),
    );
    policy.optimizer = momentsOf(checkpoint.optimizer, policy.role, policy.parameters, own.optimizer_step);
    policy.learningRate = own.learning_rate;
    session.engine.setParameters(policy.parameters);
  }
  const critic = new Map([...session.critic.parameters.keys()].map((name) => [name, found(checkpoint.critic.get(name), name)]));
  session.critic.restore(critic, momentsOf(checkpoint.optimizer, 'critic', critic, state.data.critic.optimizer_step));
  session.iteration = checkpoint.iteration;
}

function adapterSettings(session: TrainingSession, policy: AgentPolicy) {
  const agent = session.document.team.agents[policy.index];
  if (!agent) throw new RangeError(`there is no agent ${policy.index}`);
  return agent.adapter;
}

/** `planner.m/model…`: the moments of one parameter set; absent before its first step. */
function addMoments(to: Map<string, HostTensor>, set: string, parameters: ReadonlyMap<string, HostTensor>, state: AdamWState): void {
  for (const [name, { shape }] of parameters) {
    const m = state.m.get(name);
    const v = state.v.get(name);
    if (!m || !v) continue;
    to.set(`${set}.m/${withoutRole(set, name)}`, { shape, data: m });
    to.set(`${set}.v/${withoutRole(set, name)}`, { shape, data: v });
  }
}

function momentsOf(
  from: ReadonlyMap<string, HostTensor>,
  set: string,
  parameters: ReadonlyMap<string, HostTensor>,
  step: number,
): AdamWState {
  const state: AdamWState = { step, m: new Map(), v: new Map() };
  if (step === 0) return state;
  for (const name of parameters.keys()) {
    state.m.set(name, found(from.get(`${set}.m/${withoutRole(set, name)}`), name).data);
    state.v.set(name, found(from.get(`${set}.v/${withoutRole(set, name)}`), name).data);
  }
  return state;
}

function found(tensor: HostTensor | undefined, name: string): HostTensor {
  if (!tensor) throw mismatch(`it lacks ${name}.`);
  return tensor;
}

const mismatch = (what: string) =>
  new FaultError({
    code: 'E_CHECKPOINT_MISMATCH',
    message: `The checkpoint does not fit this project: ${what}`,
    hint: 'Resume with the project.json of the run the checkpoint came from.',
  });
