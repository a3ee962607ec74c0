/** docs/safety.md states the limits there are. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MAX_DOCUMENT_BYTES } from '../../../../src/core/document/parse.ts';
import {
  CONSOLE_LINES,
  DEFAULT_LIMITS,
  MEMORY_OVERHEAD,
  RESULT_LIMITS,
  STACK_FRAMES,
  WATCHDOG,
} from '../../../../src/core/environment/limits.ts';
import { DEPTH_LIMIT, LINE_LIMIT } from '../../../../src/session/sandbox/harnessLimits.ts';
import { ATTACKS } from '../../../integration/session/sandbox/attackTable.ts';

const MB = 1024 * 1024;
const number = (value: number): string => value.toLocaleString('en-US');
const { ticks, work, milliseconds, memoryBytes, stackBytes } = DEFAULT_LIMITS;

const document = readFileSync(new URL('../../../../docs/safety.md', import.meta.url), 'utf8');

it.each([
  `| ${number(ticks)} | \`E_ENV_TICKS\` |`,
  `| ${number(work)} units`,
  `| ${milliseconds / 1000} s | \`E_ENV_TIME\` |`,
  `| ${memoryBytes / MB} MB; the instance's memory can never exceed ${(memoryBytes + MEMORY_OVERHEAD) / MB} MB |`,
  `| ${stackBytes / 1024} KB, about`,
  `| an observation, a text | ${RESULT_LIMITS.observation / 1024} KB, ${RESULT_LIMITS.text / 1024} KB |`,
  `| a tool's answer | ${RESULT_LIMITS.answer.toLocaleString('en')} characters |`,
  `| a state | ${RESULT_LIMITS.state / 1024} KB |`,
  `| an info | ${RESULT_LIMITS.info / 1024} KB |`,
  `| levels of a value | ${RESULT_LIMITS.depth} |`,
  `| roles, skills | ${RESULT_LIMITS.roles}, ${RESULT_LIMITS.skills} |`,
  `| ${CONSOLE_LINES}, ${number(LINE_LIMIT)} |`,
  `| characters of an error | ${number(LINE_LIMIT)}; ${STACK_FRAMES} frames`,
  `| ${WATCHDOG.milliseconds / 1000} s, and ${WATCHDOG.perRequest / 1000} s for each request`,
  `| 1 MB, ${MAX_DOCUMENT_BYTES / MB} MB |`,
  `lists ${ATTACKS.length} attacks in twelve groups`,
])('%s', (row) => {
  expect(document).toContain(row);
});

it('both sides of the wall count levels alike, and the groups are twelve', () => {
  expect(DEPTH_LIMIT).toBe(RESULT_LIMITS.depth);
  expect(new Set(ATTACKS.map(({ group }) => group)).size).toBe(12);
});
