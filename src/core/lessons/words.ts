/**
 * The words of a lesson: Markdown that reads well by itself. A formula is a fenced block `math` of TeX, in which `\\term{gae}{A_t}` explains a symbol.
 *
 *     # The lazy team
 *     One paragraph: what one will have caused and understood. It stands in the list of lessons.
 *     ### needs
 *     What one should know before it.
 *     ### objectives
 *     What one can do after it, as a list. Both stand at the head of the first step.
 *     ### recap
 *     What to keep, below the last step.
 *
 *     ## show three-agents: Three agents, one reward
 *     Text … links: [advantage](term:advantage) explains a word, [Inspect](place:inspect) goes there,
 *     [](evidence:lazy-team/equal/after.greedy) becomes the recorded number, its mean over seeds with the interval.
 *
 *     ## predict who: Who will do the work?
 *     Text …
 *     - (verifier) The verifier, who has the last word.
 *     - (everybody) All three.
 *     ### after
 *     Shown once a prediction was made, beside it.
 *
 *     ## do look: See for yourself
 *     ### hint
 *     Shown on demand.
 *     ### after
 *     Shown once it is done.
 *
 *     ## check gae: By hand
 *     - (delta0) δ at the first token
 *     ### after
 *     Shown once answered: why.
 *
 *     ## check why: Why?
 *     - (rate) The rate is too small.
 *       > Shown to who chose it: which mistake this is.
 *     - (sees) It does not see it.
 *     ### after
 *     Why.
 *     ### sources
 *     Of each statement about MARFT, PPO, GRPO or GAE: the equation, paper or file. Folded below the step.
 *     ### teacher
 *     For the instructor's page alone: a question to ask, what students observe, where they stumble.
 */
import type { Language, LessonId, StepKind } from './lesson.ts';

export interface StepWords {
  readonly id: string;
  readonly kind: StepKind;
  readonly title: string;
  /** Markdown, without options and parts. */
  readonly text: string;
  /** Markdown of each option, or the name of each number that is asked, by id. */
  readonly options: Readonly<Record<string, string>>;
  /** Markdown for who chose a wrong option, by its id: which mistake it is. */
  readonly mistakes: Readonly<Record<string, string>>;
  readonly hint: string | null;
  readonly after: string | null;
  /** Markdown: where what the step says of methods and papers comes from. */
  readonly sources: string | null;
  readonly teacher: string | null;
}

/** The words of a lesson, or of what else is laid out like one. */
export interface CourseWords<Id extends string> {
  readonly id: Id;
  readonly language: Language;
  readonly title: string;
  /** The paragraph below the title. */
  readonly summary: string;
  /** What one should know before it. */
  readonly needs: string | null;
  /** What one can do after it. */
  readonly objectives: string | null;
  /** What to keep of it. */
  readonly recap: string | null;
  readonly steps: readonly StepWords[];
}

export type LessonWords = CourseWords<LessonId>;
