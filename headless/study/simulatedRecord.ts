/** A simulated participant as the file that the page would have exported. */
import { DAY, EARLIEST_DAYS, formOf, phaseAfter } from '../../src/core/study/course.ts';
import { type Phase, type StudyEvent, type StudyRecord, type Test, TESTS } from '../../src/core/study/events.ts';
import { studyHeader } from '../../src/core/study/file.ts';
import { INVENTORY } from '../../src/core/lessons/inventory.ts';
import type { StudyLink } from '../../src/core/study/link.ts';
import type { Simulated, SimulatedTest } from './simulate.ts';

const SECOND = 1000;
/** 5 January 2026, 9:00 UTC, for all: a simulated day has no effect. */
const BEGAN = 1_767_603_600_000;
const STEPS = 12;

/** Everything up to where the participant left. */
export function simulatedRecord(link: StudyLink, participant: Simulated): StudyRecord {
  const { code, condition, order, tests, draw } = participant;
  const events: StudyEvent[] = [];
  let now = BEGAN;
  const wait = (seconds: number): void => {
    now += Math.round(seconds * SECOND * (0.5 + draw()));
  };
  const begin = (phase: Phase): void => void events.push({ kind: 'phase', at: now, phase });
  const takes = (test: Test, { right }: SimulatedTest): void => {
    const form = formOf(test, order);
    INVENTORY[form].forEach(({ id: item, options, right: key }, index) => {
      events.push({ kind: 'item', at: now, test, form, item });
      wait(35);
      const wrong = options.filter((option) => option !== key);
      const option = right[index] ? key : (wrong[Math.floor(draw() * wrong.length)] ?? key);
      events.push({ kind: 'choice', at: now, test, item, option });
      wait(5);
      events.push({ kind: 'answer', at: now, test, item, option, right: option === key });
    });
  };
  const learns = (): void => {
    for (let index = 0; index < STEPS; index += 1) {
      const step = `step-${index + 1}`;
      events.push({ kind: 'step', at: now, step, index, back: false });
      wait(75);
      if (condition === 'text' || index % 3 !== 2) continue;
      if (draw() < 0.4) events.push({ kind: 'check', at: now, step, answer: 'wrong', right: false });
      wait(10);
      events.push({ kind: 'check', at: now, step, answer: 'right', right: true });
    }
  };
  for (let phase: Phase = 'pre'; ; phase = phaseAfter(phase, condition)) {
    if (phase === 'delayed' && !tests.delayed) break;
    if (phase === 'delayed') now += EARLIEST_DAYS * DAY + Math.round(2 * DAY * draw());
    begin(phase);
    const test = TESTS.find((one) => one === phase);
    const taken = test && tests[test];
    if (test && !taken) break;
    if (test && taken) takes(test, taken);
    if (phase === 'learn') learns();
    if (phase === 'done') break;
  }
  return { header: studyHeader(link, code, { consented: BEGAN, language: 'en', taken: false, page: 'simulated' }), events };
}
