/** The checks of a real server (`npm run test:cluster`), of a stub: that they hold where a server does what it should. */
import { afterAll, beforeAll, describe } from 'vitest';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { EngineNumbers } from '../../support/tinkerServer/engineNumbers.ts';
import { TinkerServer } from '../../support/tinkerServer/server.ts';
import { SKYRL_JAX } from '../../support/tinkerServer/skyrlJax.ts';
import { clusterChecks } from '../../cluster/checks.ts';
import { createExecutor } from '../support/executors.ts';
import { micro } from '../support/team.ts';

/** With as many adapters as a job's script gives a team of two: five, and the base's place. */
const AS_STARTED = { ...SKYRL_JAX, particulars: { ...SKYRL_JAX.particulars, adapters: 5 } };

describe('the checks of a server', () => {
  let stub: TinkerServer | undefined;
  let numbers: EngineNumbers | undefined;
  beforeAll(async () => {
    numbers = new EngineNumbers(new LocalEngine(await createExecutor('wasm')), micro);
    stub = await TinkerServer.start({ flavour: AS_STARTED, numbers });
  });
  afterAll(async () => {
    await stub?.stop();
    numbers?.engine.dispose();
  });
  clusterChecks({ url: () => stub?.url ?? '', answers: 8 });
});
