/** Two projects never share a runtime: what the first left behind is nowhere when the second runs. */
import { expect, it } from 'vitest';
import { program, sandboxParts } from '../../../../src/session/sandbox/node.ts';
import type { QuickJsInstance, QuickJsProgram } from '../../../../src/session/sandbox/program.ts';
import { QuickJsSandbox } from '../../../../src/session/sandbox/sandbox.ts';
import { RESET, STEP, faultOf, moduleWith } from './support.ts';

interface Booted {
  readonly instance: QuickJsInstance;
  alive(): boolean;
}

/** A sandbox that lets its instances be looked at. */
function watched(): { sandbox: QuickJsSandbox; booted: Booted[] } {
  const booted: Booted[] = [];
  const watching = {
    async boot(memoryBytes: number) {
      const instance = await program.boot(memoryBytes);
      const newRuntime = instance.quickjs.newRuntime.bind(instance.quickjs);
      instance.quickjs.newRuntime = (options) => {
        const runtime = newRuntime(options);
        booted.push({ instance, alive: () => runtime.alive });
        return runtime;
      };
      return instance;
    },
  } as QuickJsProgram;
  const sandbox = new QuickJsSandbox({ ...sandboxParts(), program: watching });
  return { sandbox, booted };
}

const holds = ({ instance }: Booted, text: string): boolean => Buffer.from(instance.memory.buffer).includes(text);

const SECRET = 'the-first-project-was-here';
const first = moduleWith({
  top: `const kept = ['${SECRET}'.toUpperCase()];`,
  reset: 'return { state: { kept }, observation: kept[0] };',
});

it('another project gets a fresh memory, and the old one is disposed', async () => {
  const { sandbox, booted } = watched();
  await sandbox.load(first);
  expect((await sandbox.reset([RESET]))[0]?.observation).toBe(SECRET.toUpperCase());
  expect(holds(booted[0]!, SECRET), 'the search finds what is there').toBe(true);
  await sandbox.load(moduleWith());
  await sandbox.step([STEP]);
  expect(booted.length).toBe(2);
  expect(booted.map(({ alive }) => alive())).toEqual([false, true]);
  expect(booted[1]!.instance.memory === booted[0]!.instance.memory).toBe(false);
  expect(holds(booted[1]!, SECRET)).toBe(false);
  expect(holds(booted[1]!, SECRET.toUpperCase())).toBe(false);
  await sandbox.dispose();
  expect(booted[1]!.alive()).toBe(false);
});

it('a call that was waiting is answered by its own project, before the next one is loaded', async () => {
  const { sandbox } = watched();
  await sandbox.load(moduleWith({ reset: "return { state: 'one', observation: '' };" }));
  const waiting = sandbox.reset([RESET]);
  const loading = sandbox.load(moduleWith({ reset: "return { state: 'two', observation: '' };" }));
  const after = sandbox.reset([RESET]);
  await loading;
  expect([(await waiting)[0]?.state, (await after)[0]?.state]).toEqual(['one', 'two']);
});

it('after an abort the memory is dropped with everything in it', async () => {
  const { sandbox, booted } = watched();
  await sandbox.load(first.replace('return { state,', "if (messages[0].text === '=72') for (;;); return { state,"));
  await sandbox.reset([RESET]);
  expect((await faultOf(() => sandbox.step([STEP]))).code).toBe('E_ENV_TICKS');
  await sandbox.load(moduleWith());
  await sandbox.reset([RESET]);
  expect(booted.length).toBe(2);
  expect(booted[1]!.instance.memory === booted[0]!.instance.memory).toBe(false);
  expect(holds(booted[1]!, SECRET)).toBe(false);
});

it('one that cannot be loaded leaves nothing of the one before', async () => {
  const { sandbox } = watched();
  await sandbox.load(first);
  await faultOf(() => sandbox.load('export default 1;'));
  expect(await faultOf(() => sandbox.reset([RESET]))).toMatchObject({ code: 'E_ENV_NONE' });
});
