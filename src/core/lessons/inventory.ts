/**
 * The final test: a concept inventory of credit in teams of language models, twelve concepts in two parallel forms. Whether the forms are
 * equally hard nobody has tested. The items' words lie in `src/inventory`, in the Markdown of lessons (`words.ts`): every item is a `check`.
 */

/** What the items are about, in their order; each form asks each of them once. */
export const CONCEPTS = [
  'normalised',
  'baseline',
  'boundary',
  'lambda',
  'level',
  'shared',
  'blame',
  'critic',
  'group',
  'clip',
  'together',
  'dependency',
] as const;
export type Concept = (typeof CONCEPTS)[number];

export const INVENTORY_FORMS = ['A', 'B'] as const;
export type InventoryForm = (typeof INVENTORY_FORMS)[number];

export interface InventoryItem {
  /** Unique over both forms: the form, then the concept. */
  readonly id: string;
  readonly concept: Concept;
  /** Ids of the options, in the order they are offered; all but the right one are known mistakes. */
  readonly options: readonly [string, string, string, string];
  readonly right: string;
}

const item = (id: string, concept: Concept, options: InventoryItem['options'], right: string): InventoryItem => ({
  id,
  concept,
  options,
  right,
});

export const INVENTORY: Readonly<Record<InventoryForm, readonly InventoryItem[]>> = {
  A: [
    item('a-normalised', 'normalised', ['sign', 'mean', 'threshold', 'alike'], 'mean'),
    item('a-baseline', 'baseline', ['smaller', 'turned', 'nothing', 'spread'], 'spread'),
    item('a-boundary', 'boundary', ['cut', 'own', 'passed', 'return'], 'passed'),
    item('a-lambda', 'lambda', ['last', 'agent', 'gamma', 'fading'], 'last'),
    item('a-level', 'level', ['lower', 'after', 'same', 'end'], 'same'),
    item('a-shared', 'shared', ['right', 'alike', 'critic', 'less'], 'alike'),
    item('a-blame', 'blame', ['lowest', 'shares', 'unknown', 'replaced'], 'replaced'),
    item('a-critic', 'critic', ['no', 'remembers', 'learns', 'central'], 'no'),
    item('a-group', 'group', ['paid', 'above', 'best', 'neither'], 'above'),
    item('a-clip', 'clip', ['outside', 'back', 'pushes', 'edge'], 'pushes'),
    item('a-together', 'together', ['sum', 'one', 'stays', 'falls'], 'falls'),
    item('a-dependency', 'dependency', ['passed', 'all', 'credit', 'nothing'], 'passed'),
  ],
  B: [
    item('b-normalised', 'normalised', ['sign', 'threshold', 'alike', 'mean'], 'mean'),
    item('b-baseline', 'baseline', ['noise', 'punishes', 'slower', 'random'], 'noise'),
    item('b-boundary', 'boundary', ['cut', 'own', 'passed', 'return'], 'passed'),
    item('b-lambda', 'lambda', ['gamma', 'last', 'none', 'agent'], 'last'),
    item('b-level', 'level', ['fourth', 'neighbours', 'earlier', 'none'], 'none'),
    item('b-shared', 'shared', ['better', 'worse', 'silent', 'credited'], 'silent'),
    item('b-blame', 'blame', ['replaced', 'lowest', 'shares', 'unknown'], 'replaced'),
    item('b-critic', 'critic', ['central', 'reads', 'remembers', 'gae'], 'reads'),
    item('b-group', 'group', ['paid', 'below', 'worst', 'neither'], 'below'),
    item('b-clip', 'clip', ['outside', 'back', 'edge', 'pushes'], 'pushes'),
    item('b-together', 'together', ['falls', 'stays', 'one', 'sum'], 'falls'),
    item('b-dependency', 'dependency', ['trained', 'critic', 'chance', 'better'], 'chance'),
  ],
};

/** Options chosen, by item; an item that is not among them was not answered. */
export type InventoryAnswers = Readonly<Record<string, string>>;

export interface InventoryScore {
  /** Items answered right; an item that was not answered is not. */
  readonly right: number;
  readonly answered: number;
  readonly items: number;
  /** Whether each item was answered right, by concept; null where it was not answered. */
  readonly byConcept: Readonly<Record<Concept, boolean | null>>;
}

/** The score of answers to a form; what is no option of one of its items counts as no answer. */
export function scoreForm(form: InventoryForm, answers: InventoryAnswers): InventoryScore {
  const given = answersTo(form, answers);
  const marked = INVENTORY[form].map(({ id, concept, right }) => {
    const answer = given[id];
    return [concept, answer === undefined ? null : answer === right] as const;
  });
  return {
    right: marked.filter(([, is]) => is === true).length,
    answered: marked.filter(([, is]) => is !== null).length,
    items: marked.length,
    byConcept: Object.fromEntries(marked) as Record<Concept, boolean | null>,
  };
}

/** What of `answers` answers items of the form. */
export function answersTo(form: InventoryForm, answers: Readonly<Record<string, unknown>>): InventoryAnswers {
  return Object.fromEntries(
    INVENTORY[form].flatMap(({ id, options }) => {
      const answer = Object.hasOwn(answers, id) ? options.find((option) => option === answers[id]) : undefined;
      return answer === undefined ? [] : [[id, answer] as const];
    }),
  );
}

export const otherForm = (form: InventoryForm): InventoryForm => (form === 'A' ? 'B' : 'A');
