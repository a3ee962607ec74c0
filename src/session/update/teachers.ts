/** The teachers of a session: frozen models that score what their pupils have said, on the engine that scores the bases too. */
import { at, look, orElse } from '../../core/at.ts';
import { baseNameOf, baseNames } from '../../core/document/bases.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import { pupilsOf } from '../../core/document/teachers.ts';
import type { TeacherSettings } from '../../core/document/teacherSchema.ts';
import { wholeResponse } from '../../core/episode/tools.ts';
import { fault, FaultError, type ParamsOf } from '../../core/faults.ts';
import { filesUnder } from '../../core/formats/files.ts';
import { rolesIn } from '../../core/formats/models/adapters/adapterFiles.ts';
import { loraModules } from '../../core/formats/models/model-config.ts';
import { type LoraWeights, readPeft } from '../../core/formats/models/adapters/peft.ts';
import { type TeacherFiles, teacherFingerprint, teacherKey } from '../../core/formats/models/teacherFiles.ts';
import { sessionFaults } from '../../words/words.ts';
import type { AdapterSlot } from '../../engine/contracts/plan.ts';
import type { Engine } from '../../engine/engine.ts';
import { adapterSlot } from '../../engine/model/adapters.ts';
import { scoreSequences } from '../../engine/train/score.ts';
import { type BatchMessage, sampledSequence } from '../play/batch.ts';
import { checkLength } from '../play/rollout.ts';
import { type BaseModel, baseOnEngine, scopeAmong } from '../team/base.ts';

export type { TeacherFiles } from '../../core/formats/models/teacherFiles.ts';

/** A base that teachers stand on, as it is on the engine. */
interface Standing {
  readonly base: BaseModel;
  readonly slots: AdapterSlot[];
  /** Slot of each agent that is taught here, by its index; −1 for the base alone. */
  readonly slotOf: Map<number, number>;
}

/** Bases that are on the engine already. */
type Present = readonly { readonly base: BaseModel }[];

export class Teachers {
  /** Null where nobody has a teacher. Throws `E_TEACHER` where one cannot teach. */
  static open(
    engine: Engine,
    document: ProjectDocument,
    bases: readonly BaseModel[],
    present: Present,
    files: TeacherFiles = {},
  ): Teachers | null {
    const pupils = pupilsOf(document);
    if (pupils.length === 0) return null;
    const standings = new Map<string, Standing>();
    const names: string[] = [];
    const standOn = (name: string): Standing => {
      const known = standings.get(name);
      if (known) return known;
      const there = present.find(({ base }) => base.name === name);
      const given = bases.find((candidate) => candidate.name === name);
      if (!given) throw new Error(`the base ${name} was not loaded`);
      const base = there?.base ?? baseOnEngine(given, document, scopeAmong(baseNames(document), name));
      if (!there) {
        engine.setParameters(base.weights, true);
        names.push(...base.weights.keys());
      }
      const made: Standing = { base, slots: [], slotOf: new Map() };
      standings.set(name, made);
      return made;
    };
    for (const { agent, teacher } of pupils) {
      const index = document.team.agents.indexOf(agent);
      const ownName = baseNameOf(document, agent);
      const standing = standOn(teacher.base === '' ? ownName : teacher.base);
      const own = bases.find(({ name }) => name === ownName);
      if (own) requireSameTokens(agent.role, own, standing.base);
      if (teacher.run === '') {
        standing.slotOf.set(index, -1);
        continue;
      }
      const weights = adapterOf(agent.role, teacher, standing.base, files);
      const slot = adapterSlot(standing.base.config, `teacher:${agent.role}`, { ...weights, targets: [...weights.targets], frozen: true });
      standing.slotOf.set(index, standing.slots.push(slot) - 1);
      const parameters = [...weights.tensors].map(([name, tensor]) => [`${slot.name}/${name}`, tensor] as const);
      engine.setParameters(parameters);
      names.push(...parameters.map(([name]) => name));
    }
    return new Teachers(engine, [...standings.values()], names);
  }

  private constructor(
    private readonly engine: Engine,
    private readonly standings: readonly Standing[],
    private readonly parameters: readonly string[],
  ) {}

  /**
   * Fills `teacher_logprobs` of the messages of those who have a teacher: of the distribution as the messages were sampled from it, with
   * their temperature, among the tokens that top-k and top-p have kept.
   */
  async score(batched: readonly BatchMessage[]): Promise<void> {
    for (const { base, slots, slotOf } of this.standings) {
      const own = batched.filter(({ agent }) => slotOf.has(agent));
      for (const { message } of own) checkLength(base, message.role, message.prompt_ids.length, wholeResponse(message).length);
      const sequences = own.map(({ message, agent }) => sampledSequence(message, look(slotOf, agent, 'agent')));
      if (sequences.length === 0) continue;
      const { logprobs } = await scoreSequences(this.engine, base.config, slots, sequences);
      let from = 0;
      for (const { message } of own) {
        const end = from + message.response_ids.length;
        message.teacher_logprobs = Array.from(logprobs.subarray(from, end));
        from = end;
      }
    }
  }

  dispose(): void {
    this.engine.removeParameters(this.parameters);
  }
}

function refused(params: ParamsOf<typeof sessionFaults.E_TEACHER>): FaultError {
  return new FaultError(fault(sessionFaults, 'E_TEACHER', params, { place: { subject: 'training.distillation.teachers' } }));
}

/** Token ids are all that passes from one to the other, so each must mean the same. */
function requireSameTokens(role: string, own: BaseModel, teachers: BaseModel): void {
  if (own.name === teachers.name) return;
  const [ours, theirs] = [own.tokenizer.vocabulary(), teachers.tokenizer.vocabulary()];
  if (ours.length === theirs.length && ours.every((token, id) => token === at(theirs, id, 'token'))) return;
  throw refused({ found: 'tokens', role, theirs: teachers.name, ours: own.name });
}

/** The adapter that teaches `role`. */
function adapterOf(role: string, teacher: TeacherSettings, base: BaseModel, given: TeacherFiles): LoraWeights {
  const run = teacher.name || teacher.run;
  const { iteration, sha256 } = teacher;
  const files = given[teacherKey(teacher)];
  if (!files) throw refused({ found: 'missing', role, run, iteration });
  if (sha256 !== null && sha256 !== teacherFingerprint(files)) throw refused({ found: 'changed', role, run, iteration });
  const whose = teacher.role === '' ? role : teacher.role;
  const roles = rolesIn(files);
  if (!roles.has(whose)) throw refused({ found: 'role', role, run, teacher: whose, roles: [...roles] });
  const folder = `${run}/${whose}`;
  const { baseName, baseCalled = baseName, ...weights } = readPeft(filesUnder(files, whose), { folder, modules: loraModules(base.config) });
  if (lastPart(baseCalled) !== lastPart(base.name)) throw refused({ found: 'base', role, run, theirs: baseCalled, ours: base.name });
  return weights;
}

const lastPart = (path: string): string => orElse(path.replace(/\/+$/, '').split('/').at(-1), '');
