/** What the terminal prints: nothing of a project's, an environment's or a model's text may command it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { plain, printFault, printJson, printText } from '../../../../headless/kit/console.ts';
import { terminalFault } from '../../../../headless/kit/ioFaults.ts';
import { FaultError } from '../../../../src/core/faults.ts';

/** Clears the screen, sets the title and the clipboard, turns red, overwrites the line, beeps, turns the writing round, C1. */
const HOSTILE = '\u001b[2Ja\u001b]0;title\u0007b\u001b]52;c;ZXZpbA==\u001b\\c\u001b[31md\re\u0007f\u202eg\u009b1mh\u0000i\u007fj';

it('takes every sequence and control character out, and leaves text, tabs and lines', () => {
  expect(plain(HOSTILE).replaceAll(/[a-j]/g, '')).toMatch(/^[ -~]*$/);
  expect(plain('Größe\t“1” → 2\nと 🙂')).toBe('Größe\t“1” → 2\nと 🙂');
  const stream = new PassThrough();
  printText(HOSTILE, stream);
  expect(String(stream.read())).not.toMatch(/(?![\t\n])\p{Cc}|\u202e/u);
});

it('a fault is printed without them, in all its parts', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  printFault({ code: 'E_X', message: `m${HOSTILE}`, hint: `h${HOSTILE}`, detail: `d${HOSTILE}` });
  const printed = write.mock.calls.map(([text]) => String(text)).join('');
  write.mockRestore();
  expect(printed).toMatch(/^[\n -~]+$/);
  expect(printed).toContain('error E_X: m');
});

it('a line of JSON says the same value without them', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  printJson({ message: HOSTILE });
  const printed = String(write.mock.calls[0]?.[0]);
  write.mockRestore();
  expect(printed).toMatch(/^[ -~]+\n$/);
  expect(JSON.parse(printed)).toEqual({ message: HOSTILE });
});

it('errors of files are told as such, with what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'io-'));
  const thrown = (work: Promise<unknown>) => work.then(() => null, terminalFault);
  writeFileSync(join(folder, 'file'), '');
  const notThere = join(folder, 'none', 'x');
  expect(await thrown(readFile(notThere))).toMatchObject({ code: 'E_IO_ENOENT', message: `${notThere} is not there (ENOENT, open).` });
  expect(await thrown(writeFile(join(folder, 'file', 'x'), ''))).toMatchObject({ code: 'E_IO_ENOTDIR' });
  expect(await thrown(writeFile(folder, ''))).toMatchObject({ code: 'E_IO_EISDIR' });
  expect(await thrown(writeFile(join(folder, 'x'.repeat(300)), ''))).toMatchObject({ code: 'E_IO_ENAMETOOLONG' });
  rmSync(folder, { recursive: true });
});

it.each(['ENOSPC', 'EPERM', 'EACCES', 'EROFS', 'EMFILE', 'EDQUOT', 'EIO'])('%s is no fault of the workbench', (code) => {
  const error = Object.assign(new Error(`${code}: said by the system`), { code, syscall: 'write', path: '/runs/a/metrics.jsonl' });
  const fault = terminalFault(error);
  expect(fault.code).toBe(`E_IO_${code}`);
  expect(fault.message).toContain('/runs/a/metrics.jsonl ');
  expect(fault.hint).toMatch(/\.$/);
});

it('a flag that nobody knows is told as such; what is the workbench’s own stays its own', () => {
  let thrown: unknown;
  try {
    parseArgs({ args: ['--bogus'], options: {} });
  } catch (error) {
    thrown = error;
  }
  expect(terminalFault(thrown)).toMatchObject({ code: 'E_FLAG', message: "Unknown option '--bogus'." });
  expect(terminalFault(new Error('EACCES in its text'))).toMatchObject({ code: 'E_INTERNAL' });
  expect(terminalFault(new FaultError({ code: 'E_X', message: 'x' }))).toEqual({ code: 'E_X', message: 'x' });
});

it('a command has something that its event loop waits for', async () => {
  const program = join(import.meta.dirname, '../../../../headless/kit/console.ts');
  // Alone this timer keeps no process alive: it would end with code 13 before.
  const command = "() => new Promise((resolve) => setTimeout(resolve, 100).unref()).then(() => console.log('waited'))";
  const code = `import { main } from ${JSON.stringify(pathToFileURL(program).href)}; await main(${command});`;
  const node = promisify(execFile)(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', code], {
    cwd: import.meta.dirname,
  });
  expect((await node).stdout).toBe('waited\n');
});
