/** What notes earned, where it is known: a team by rule plays the notebook, and its episodes are played on without each note. */
import { expect, it } from 'vitest';
import { remembered } from '../../../../src/core/environment/guest-helpers.ts';
import { changeOf, notesOf, otherNote, readersOf, worthOf } from '../../../../src/core/counterfactual/notes.ts';
import { chooseProject } from '../../../../headless/kit/project.ts';
import { baseFolder, readFolder } from '../../../../headless/kit/folders.ts';
import type { GenerationJob } from '../../../../src/engine/generate/jobs.ts';
import { counterfactual } from '../../../../src/session/counterfactual/replay.ts';
import { type EpisodePlan, rollOut, type RolloutContext } from '../../../../src/session/play/rollout.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { loadBase } from '../../../../src/session/team/base.ts';

const micro = loadBase('micro', readFolder(baseFolder('micro')));
const { promptTokens } = micro.tokenizer;

/** The scout notes both things, the gossip what it heard, and the reader says what the notebook answers. */
function wordsOf(prompt: string): { readonly text: string; readonly calls: boolean } {
  const [, role = '', begun = ''] = /<\|im_start\|>(\w+): ([^<]*)$/.exec(prompt) ?? [];
  const [, problem = ''] = /problem: ([^<]*)<\|im_end\|>\n<\|im_start\|>\w+: [^<]*$/.exec(prompt) ?? [];
  const [first = '', second = ''] = problem.split(' ');
  if (role === 'scout') return { text: `[colour=${first}][animal=${second}]`, calls: false };
  if (role === 'gossip') return { text: `[${first}=${second}]`, calls: false };
  return begun.includes(';') ? { text: begun.slice(begun.indexOf('=') + 1, -1), calls: false } : { text: `[${problem}]`, calls: true };
}

const generator = {
  submit: async ({ promptIds, pauses = [] }: GenerationJob) => {
    const { text, calls } = wordsOf(micro.tokenizer.decode(promptIds));
    const said = promptTokens.encode(text);
    // The rule says in one breath what calls nobody; a pause at its marks would go on with the same words.
    const responseIds = calls ? [...said] : [...said, promptTokens.end];
    const finishReason = calls && pauses.includes(responseIds.at(-1)!) ? ('pause' as const) : ('stop' as const);
    return { responseIds, logprobs: responseIds.map(() => -1), entropies: responseIds.map(() => 1), finishReason };
  },
  use: async () => ({}) as never,
  dispose: () => {},
};

interface World {
  readonly asked: string;
  readonly wanted: string;
  readonly notebook: Readonly<Record<string, string>>;
}

it('is 1 for the true note that was read, −1 for a false one over it, and 0 for what nobody read', async () => {
  const project = chooseProject({ preset: 'notebook' });
  const agents = project.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens: 40 } }));
  const document = { ...project, team: { ...project.team, agents } };
  const environment = createSandbox();
  await environment.load(document.environment.source);
  const voice = { base: micro, generator, slot: 0, version: 0 };
  const context: RolloutContext = { document, voices: agents.map(() => voice), environment };
  const plans = Array.from(
    { length: 24 },
    (_, episode): EpisodePlan => ({ iteration: 1, episode, split: 'train', problemIndex: episode, group: episode }),
  );
  const seen = new Set<string>();
  for (const episode of await rollOut(context, plans)) {
    const record = episode.record();
    const { asked, wanted, notebook } = record.info as unknown as World;
    expect(notebook).toEqual(remembered(record.messages));
    expect(record.reward).toBe(notebook[asked] === wanted ? 1 : 0);
    const notes = notesOf(record);
    expect(notes.map(({ role, key }) => `${role} ${key}`).slice(0, 2)).toEqual(['scout colour', 'scout animal']);
    const gossip = notes[2]!;
    for (const note of notes) {
      expect(readersOf(record, note)).toEqual(note.key === asked ? [2] : []);
      const overwritten = note.role === 'scout' && gossip.key === note.key;
      const lies = note.role === 'gossip' && note.value !== wanted;
      const earned = note.key !== asked || overwritten ? 0 : note.role === 'scout' ? 1 : lies ? -1 : 0;
      const change = changeOf(record, note, 'nothing')!;
      const found = worthOf(await counterfactual({ original: context, edited: context }, record, change, 2));
      expect(found).toEqual({
        earned,
        interval: { low: earned, high: earned },
        pairs: 2,
        written: record.reward,
        instead: record.reward - earned,
      });
      seen.add(`${note.role} ${earned}`);
      const other = otherNote(notes, note);
      expect(other === null).toBe(gossip.key !== note.key);
      expect(changeOf(record, note, 'other') === null).toBe(other === null);
    }
    // The scout's value in the gossip's place mends what the gossip spoiled.
    if (gossip.key === asked) {
      const mended = worthOf(await counterfactual({ original: context, edited: context }, record, changeOf(record, gossip, 'other')!, 2));
      expect(mended.instead).toBe(1);
      expect(mended.earned).toBe(record.reward - 1);
    }
  }
  expect([...seen].toSorted()).toEqual(['gossip -1', 'gossip 0', 'scout 0', 'scout 1']);
});

it.each(['[a=b]', 'x [a=b][a=c] y [c=]', '[a b=c] [=d] [e?] [f=g=h]', '[[a=b]]', '[__proto__=1]', '[a=\nb]', ''])(
  'notes in %j are those of the environment’s helper',
  (text) => {
    const record = { messages: [{ role: 'x', turn: 0, text }] } as unknown as Parameters<typeof notesOf>[0];
    const notes = notesOf(record);
    const plain = Object.fromEntries(notes.filter(({ key }) => key !== '__proto__').map(({ key, value }) => [key, value]));
    expect(remembered([{ role: 'x', turn: 0, text }])).toEqual(plain);
    for (const { start, end, key, value } of notes) expect(text.slice(start, end)).toBe(`[${key}=${value}]`);
  },
);
