/** Texts about environment code that came from outside: it runs once a person has read it and agreed. */
import { spoken } from '../../forms/language.ts';

export const consentEn = spoken('environment/consent', {
  title: 'Run this project’s environment code?',
  intro: (name: string) =>
    `“${name}” brings its own environment, a program that makes the problems and pays the rewards. It was not written here. Read it before you let it run.`,
  may: 'It runs in a sandbox: it can compute problems, texts and rewards for your agents, within limits of memory and work. It cannot reach the network, your files, this page, other projects or the clock.',
  still: 'Faulty or hostile code can still waste a run: it can reward nonsense, or print misleading text.',
  size: (lines: number, kilobytes: string, file: string) => `${file} · ${lines === 1 ? '1 line' : `${lines} lines`} · ${kilobytes} KB`,
  aria: (file: string) => `Code to read before it runs, ${file}`,
  run: 'Run it',
  closed: 'Keep it closed',
  framed:
    'This page is shown inside another one, which could cover this question with anything: code from outside may not run here. Open the page in its own tab.',
  ownTab: 'Open in its own tab',
  held: 'This environment came from outside and is held back: it is not checked, tried or trained until you have read it.',
  heldShort: 'Environment code held back until you have read it.',
  heldTrain: 'The environment’s code came from outside: review it before you train.',
  heldWarm: 'The environment’s code came from outside: review it before you warm a team up.',
  review: 'Review the code',
});
