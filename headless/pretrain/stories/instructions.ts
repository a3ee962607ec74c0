/** Small tasks beside the stories: a base that was told only one kind of thing to do would not read what it is told. */
import type { Dice } from '../rows/dice.ts';
import { ADJECTIVES, COLOURS, DAYS, FEELINGS, NAMES, PLACES, THINGS, VERBS } from './lexicon.ts';

export interface Task {
  readonly prompt: string;
  readonly asked: string;
  readonly reply: string;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function distinct(list: readonly string[], count: number, dice: Dice): string[] {
  const found = new Set<string>();
  while (found.size < count) found.add(dice.pick(list));
  return [...found];
}

/** A day of two people, of which one thing is asked. */
function day(dice: Dice): Task {
  const [one = '', two = ''] = distinct(NAMES, 2, dice);
  const [here = '', there = ''] = distinct(PLACES, 2, dice);
  const [thing = '', other = ''] = distinct(THINGS, 2, dice);
  const [when, colour, feeling] = [dice.pick(DAYS), dice.pick(COLOURS), dice.pick(FEELINGS)];
  const told =
    `On ${when} ${one} walks to the ${here} and buys ${colour} ${thing}. ` +
    `${two} is ${feeling} and stays at the ${there} with some ${other}.`;
  const [question, reply] = dice.pick([
    [`Where does ${one} go?`, `${one} goes to the ${here}.`],
    [`Where is ${two}?`, `${two} is at the ${there}.`],
    [`What does ${one} buy?`, `${one} buys ${colour} ${thing}.`],
    [`What does ${two} have?`, `${two} has some ${other}.`],
    [`Who is ${feeling}?`, `${two} is ${feeling}.`],
    [`When does ${one} go to the ${here}?`, `On ${when}.`],
    [`Which colour are the ${thing}?`, `The ${thing} are ${colour}.`],
  ] as const);
  return {
    prompt: dice.pick(['Read the story and answer the question.', 'Answer the question in one sentence.', '']),
    asked: `${told} ${question}`,
    reply,
  };
}

function compare(dice: Dice): Task {
  const [a, b] = [10 + dice.below(490), 10 + dice.below(490)];
  const larger = dice.chance(0.5);
  const answer = larger ? Math.max(a, b) : Math.min(a, b);
  return {
    prompt: dice.pick(['Compare the numbers.', '']),
    asked: `Which is ${larger ? 'larger' : 'smaller'}: ${a} or ${b}?`,
    reply: answerOf(answer),
  };
}

const answerOf = (answer: number): string => `The answer is ${answer}.`;

function count(dice: Dice): Task {
  const [from, length] = [1 + dice.below(200), 3 + dice.below(6)];
  const numbers = Array.from({ length }, (_, index) => from + index);
  return { prompt: dice.pick(['Count.', '']), asked: `Count from ${from} to ${from + length - 1}.`, reply: `${numbers.join(', ')}.` };
}

function list(dice: Dice): Task {
  const things = distinct(THINGS, 2 + dice.below(4), dice);
  const [how, ordered] = dice.pick([
    ['in reverse', things.toReversed()],
    ['in the order of the alphabet', things.toSorted()],
    ['once more', things],
  ] as const);
  return {
    prompt: dice.pick(['Do what is asked with the list.', '']),
    asked: `Write the list ${how}: ${things.join(', ')}.`,
    reply: sentence(ordered.join(', ')),
  };
}

/** A sentence put into the past, or asked about. */
function sentenceTask(dice: Dice): Task {
  const [name, verb, place, thing] = [dice.pick(NAMES), dice.pick(VERBS), dice.pick(PLACES), dice.pick(THINGS)];
  const [first = '', second = ''] = distinct(ADJECTIVES, 2, dice);
  const rest = `the ${first} ${thing} in the ${second} ${place}`;
  const now = `${name} ${thirdPerson(verb)} ${rest}.`;
  return dice.pick([
    { prompt: 'Put it into the past.', asked: now, reply: `${name} ${verb}ed ${rest}.` },
    {
      prompt: dice.pick(['Answer the question in one sentence.', '']),
      asked: `${now} Where are the ${thing}?`,
      reply: `In the ${second} ${place}.`,
    },
    { prompt: dice.pick(['Answer with one word.', '']), asked: `${now} What are the ${thing} like?`, reply: sentence(first) },
  ]);
}

const thirdPerson = (verb: string): string => (/(?:s|x|z|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`);

const TASKS = [day, day, sentenceTask, sentenceTask, compare, count, list] as const;

export const task = (dice: Dice): Task => dice.pick(TASKS)(dice);
