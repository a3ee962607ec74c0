/** A lesson made for tests: one step of each kind, on the default project. */
import { disconnect, setPrompt } from '../../../src/core/editing/edits.ts';
import type { Course } from '../../../src/core/lessons/lesson.ts';

export const COURSE: Course = {
  id: 'lamas',
  minutes: 5,
  project: { preset: 'micro' },
  steps: [
    { kind: 'show', id: 'welcome', at: { place: 'team' } },
    { kind: 'highlight', id: 'canvas', targets: ['canvas'], prepare: (document) => setPrompt(document, 'planner', 'Plan.') },
    { kind: 'predict', id: 'guess', options: ['solver', 'planner'], outcome: 'planner' },
    {
      kind: 'do',
      id: 'cut',
      at: { place: 'team', role: 'solver' },
      goal: { is: 'edge', from: 'planner', to: 'solver', drawn: false },
      recorded: 'run',
      assist: (document) => disconnect(document, 'planner', 'solver'),
    },
    { kind: 'check', id: 'sum', numbers: [{ id: 'delta', value: 0.5, within: 0.01 }] },
    { kind: 'predict', id: 'again', options: ['up', 'down'], outcome: 'up' },
    { kind: 'check', id: 'why', options: ['because', 'so'], right: 'so' },
    { kind: 'do', id: 'train', goal: { is: 'trained', iterations: 2 }, at: { place: 'training', tab: 'settings', run: 'own' } },
    { kind: 'show', id: 'end' },
  ],
  trimmed: {},
};

export const WORDS = `# Two agents
What a team is, in a [few](term:advantage) steps.

## show welcome: Welcome
Some text.

- a list
- of [things](place:inspect)

## highlight canvas: The canvas
Look.
### teacher
Ask them.

## predict guess: Who?
Who will do it? [](evidence:signalling/seen/after.greedy)
- (solver) The solver,
  on two lines
- (planner) The planner
### after
It was the planner.

## do cut: Cut it
\`\`\`
## show not-a-step: in a block
- (nor) an option
\`\`\`
### hint
Press Delete.
### after
Done.

## check sum: By hand
- (delta) δ
### after
Half.

## predict again: And now?
- (up) Up
- (down) Down
### after
Up.

## check why: Why?
- (because) Because
- (so) So
### after
So.

## do train: Train
Go.

## show end: The end
Bye.
`;
