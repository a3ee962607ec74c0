/**
 * On-policy distillation: a teacher scores the tokens that the student has sampled, and each is paid as advantage
 *
 *     c · (log p_teacher − log p_student)
 *
 * the one-sample estimate (k1) of −KL(student ‖ teacher) at that token, with c the weight; what comes later is not counted (discount 0).
 * As in tinker-cookbook (`incorporate_kl_penalty`, after Thinking Machines, “On-Policy Distillation”, 2025) and verl (`loss_mode: k1`,
 * `use_policy_gradient`), log p_student is that of sampling, the same in all steps of an update; prime-rl's `ref_kl` takes the present
 * policy's, which in the first step is the same. Over the student's own distribution the mean of −advantage is the reverse KL over the
 * whole vocabulary, and the mean gradient is its gradient (TRL `generalized_jsd_loss` with beta 1; `test/golden/makers/make_distillation.py`).
 */
import type { TrainingSettings } from '../document/schema.ts';
import type { MessageRecord } from '../episode/records.ts';
import { clampLogRatio } from './kl.ts';
import { at } from './vectors.ts';

type Scored = Pick<MessageRecord, 'logprobs' | 'teacher_logprobs'>;
export type DistillationSettings = Pick<TrainingSettings['distillation'], 'coef' | 'signal'>;

/** What a teacher pays for one token: `coef` times `teacher` less `student`, both log-probabilities in nats. */
export interface TeacherShare {
  readonly coef: number;
  readonly teacher: number;
  readonly student: number;
  /** With the log-ratio held within ±20. */
  readonly amount: number;
}

/** Null where there is no teacher, or no such token. */
export function teacherShare(
  { logprobs, teacher_logprobs: scored }: Scored,
  token: number,
  { coef }: DistillationSettings,
): TeacherShare | null {
  const [student, teacher] = [logprobs[token], scored?.[token]];
  if (student === undefined || teacher === undefined) return null;
  return { coef, teacher, student, amount: coef * clampLogRatio(teacher - student) };
}

/** What the teacher adds to the advantage of each token, [tokens]; the log-ratio is held within ±20. Null where there is no teacher. */
export function teacherAdvantages({ logprobs, teacher_logprobs: teacher }: Scored, { coef }: DistillationSettings): Float64Array | null {
  if (!teacher) return null;
  return Float64Array.from(logprobs, (logprob, t) => coef * clampLogRatio(at(teacher, t) - logprob));
}

/** Advantages of a message's tokens with the teacher's part, [tokens]; they are left as they are where it has no teacher. */
export function distilled(advantages: Float64Array, message: Scored, settings: DistillationSettings): Float64Array {
  const taught = teacherAdvantages(message, settings);
  if (!taught) return advantages;
  return settings.signal === 'alone' ? taught : advantages.map((advantage, t) => advantage + at(taught, t));
}
