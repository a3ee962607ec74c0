/** Signs of life from between an engine's plans, where a busy worker has no time for timers. */
import type { Engine } from '../../src/engine/engine.ts';

/** `engine`, which calls `beat` whenever a run of a plan begins or ends. */
export function withBeats(engine: Engine, beat: () => void): Engine {
  const start: Engine['start'] = (...run) => {
    const execution = engine.start(...run);
    return {
      run: async (...stage) => {
        beat();
        const outputs = await execution.run(...stage);
        beat();
        return outputs;
      },
      dispose: () => execution.dispose(),
    };
  };
  return new Proxy(engine, {
    get: (target, name) => {
      if (name === 'start') return start;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
