/** What a fault says stands in the catalogue; what only looks like a fault, and what only repeats one, may stand anywhere. */
import { describe, expect, it } from 'vitest';
import { checkFaults } from '../../../scripts/lint/check-faults.ts';

const linesOf = (text: string, file = 'src/core/a.ts'): number[] => checkFaults(file, text).map(({ line }) => line);

describe('a sentence beside the code of a fault is an offence', () => {
  it.each([
    `throw new FaultError({ code: 'E_FLAG', message: 'No such flag.' });`,
    'throw new FaultError({ code: "E_FLAG", message: `There is no ${flag}.` });',
    `const FAULT: Fault = { code: 'E_BUSY', hint: 'Wait.' };`,
    `const FAULT = { 'code': 'E_BUSY' as const, 'message': ('Wait.') } satisfies Fault;`,
    'const a = { code: `E_IO_${code}`, message: `${path} is full.`, place };',
    `const a = { ...given, code: 'E_FLAG', message: late ? 'Too late.' : why };`,
    `const a = { code: 'E_FLAG', message: why ?? 'Something.' };`,
    `const a = { code: 'E_FLAG', message: name + ' is taken.' };`,
    `const table = { quota: { code: 'E_STORAGE_FULL', message: 'No room.' } };`,
    `const view = <FaultList faults={[{ code: 'E_SILENT', message: 'It says nothing.' }]} />;`,
  ])('%s', (text) => {
    expect(checkFaults('src/core/a.tsx', text)).toEqual([expect.objectContaining({ message: expect.stringContaining('is written here') })]);
  });

  it('is told at its line, each sentence by itself, with what to do', () => {
    const text = `const FAULT = {\n  code: 'E_BUSY',\n  message: 'It is busy.',\n  hint: 'Wait.',\n};\n`;
    expect(checkFaults('headless/kit/a.ts', text)).toEqual([
      {
        file: 'headless/kit/a.ts',
        line: 3,
        message: expect.stringContaining('the message of E_BUSY is written here: move it to src/words'),
      },
      { file: 'headless/kit/a.ts', line: 4, message: expect.stringContaining('the hint of E_BUSY') },
    ]);
  });

  it('is one in all of the product and in nothing else', () => {
    const text = `const FAULT = { code: 'E_BUSY', message: 'It is busy.' };`;
    for (const file of ['src/page/shell/a.tsx', 'src/wordsworth/a.ts', 'workers/lab/a.ts', 'headless/commands/a.ts'])
      expect(linesOf(text, file)).toEqual([1]);
    for (const file of ['src/words/en/faults/a.ts', 'test/unit/a.test.ts', 'bench/a.ts', 'scripts/a.ts'])
      expect(linesOf(text, file)).toEqual([]);
  });

  it('what cannot be read is an offence too', () => {
    expect(linesOf('const = ;')).toHaveLength(1);
  });
});

it.each([
  `throw new FaultError(fault(flagFaults, 'E_FLAG', { wrong: 'number', given: text }));`,
  `const told = { ...cause, message: \`\${file} cannot be read. \${cause.message}\` };`,
  `const a = { code: 'E_FLAG', message: error.message, hint };`,
  `const a = { code: 'E_FLAG', message: text.projects.gone(name) };`,
  `notice({ level: 'warning', code: 'lane_lost', message: 'A lane was lost.' });`,
  `const { code, message = 'none' } = fault;`,
  `const known = code === 'E_BUSY' ? { message: 'busy' } : null;`,
])('%s is none', (text) => {
  expect(linesOf(text)).toEqual([]);
});
