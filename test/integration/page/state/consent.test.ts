/**
 * One consent, one evaluation: counted where code is evaluated, each time in an interpreter booted for it, and not where consent is looked at. What the
 * page sends to its workers for one consent is counted on the built page (`test/e2e/environment/attacks.spec.ts`).
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { expect, it, vi } from 'vitest';
import { setEnvironmentSource } from '../../../../src/core/editing/edits.ts';
import { createConsentStore, mayRun, requireConsent } from '../../../../src/page/state/consent/consent.ts';
import { defaultProject } from '../../../../src/page/state/document/defaultProject.ts';
import { createSandboxStore, onceAllowed } from '../../../../src/page/state/environment/sandbox.ts';
import { sandboxParts } from '../../../../src/session/sandbox/node.ts';
import { QuickJsProgram } from '../../../../src/session/sandbox/program.ts';
import { QuickJsSandbox } from '../../../../src/session/sandbox/sandbox.ts';

const { resolve } = createRequire(import.meta.url);

class CountedProgram extends QuickJsProgram {
  boots = 0;
  override boot(memoryBytes: number) {
    this.boots += 1;
    return super.boot(memoryBytes);
  }
}

/** The page's sandbox and consent over an interpreter whose boots are counted, with `document` open. */
function page(source: string) {
  const program = new CountedProgram(variant, () => readFile(resolve('@jitl/quickjs-wasmfile-release-sync/wasm')));
  let kept: string | null = null;
  const consent = createConsentStore({ read: () => kept, write: (_, text) => ((kept = text), true) }, () => false);
  const sandbox = createSandboxStore(
    () => new QuickJsSandbox({ program, modules: sandboxParts().modules }),
    (code) => {
      if (!mayRun(consent.getState(), code)) requireConsent(code);
    },
  );
  const document = setEnvironmentSource(defaultProject(), source);
  consent.subscribe((now, before) => onceAllowed(sandbox.getState(), document, now, before));
  return { consent, sandbox, document, evaluations: () => program.boots };
}

const STRANGER = `${defaultProject().environment.source}\n// from a stranger`;

it('an honest environment is evaluated once, however often it is agreed to, and all is found of it', async () => {
  const { consent, sandbox, document, evaluations } = page(STRANGER);
  await sandbox.getState().examine(STRANGER, document);
  await sandbox.getState().check(STRANGER);
  expect(sandbox.getState().fault).toMatchObject({ code: 'E_ENV_CONSENT' });
  expect(evaluations(), 'before anybody agreed').toBe(0);

  consent.getState().review(true);
  consent.getState().agree(STRANGER);
  consent.getState().agree(STRANGER);
  consent.getState().review(false);
  consent.getState().refresh();
  consent.getState().agree('// another stranger');
  void sandbox.getState().check(STRANGER);
  await vi.waitFor(() => expect(sandbox.getState().findings?.reports).toBeTruthy(), { timeout: 20_000 });
  expect(sandbox.getState().findings?.reports?.every(({ ok }) => ok)).toBe(true);
  expect(evaluations()).toBe(1);
});

it('one that never ends, or that ends its interpreter, is not tried again by itself', async () => {
  for (const source of ['for (;;);', "throw new Error('no');", 'function deeper() { deeper(); } deeper();']) {
    const { consent, sandbox, document, evaluations } = page(`${source}\nexport default {};`);
    await sandbox.getState().examine(document.environment.source, document);
    consent.getState().agree(document.environment.source);
    consent.getState().agree(document.environment.source);
    consent.getState().refresh();
    await vi.waitFor(
      () =>
        expect(sandbox.getState()).toMatchObject({
          busy: false,
          fault: expect.objectContaining({ code: expect.stringMatching(/^E_ENV_(?!CONSENT)/) }),
        }),
      {
        timeout: 20_000,
      },
    );
    expect(evaluations(), source).toBe(1);
  }
});
