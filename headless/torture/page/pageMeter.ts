/** What a page and its workers have in use, hold and spend, as Chromium tells whoever develops for it. */
import { readFileSync } from 'node:fs';
import type { BrowserContext, CDPSession } from 'playwright';
import type { Sample } from '../long/samples.ts';

/** Between two looks at what is in use, milliseconds, and how many bytes less there must be for a third. */
const LOOK = { every: 1000, less: 200_000 };

type Reading = Pick<Sample, 'iteration' | 'seconds'>;

/** Measures the one page of a browser, which is at rest meanwhile. */
export class PageMeter {
  readonly samples: Sample[] = [];
  readonly #browser: CDPSession;
  /** When the sample before was over: what measuring costs counts for none. */
  #since: Reading | undefined;

  private constructor(browser: CDPSession) {
    this.#browser = browser;
  }

  static async of(context: BrowserContext): Promise<PageMeter> {
    const session = await context.browser()?.newBrowserCDPSession();
    if (!session) throw new Error('the context has no browser');
    return new PageMeter(session);
  }

  /** Takes a sample at `iteration` (or opening); the first call begins. */
  async sample(iteration: number): Promise<void> {
    const { id, seconds } = await this.#renderer();
    // What waits for the disk is let go once it is written.
    let heap = await this.#inUse();
    for (let before = Number.POSITIVE_INFINITY; before - heap > LOOK.less; heap = await this.#inUse()) {
      before = heap;
      await new Promise((resolve) => setTimeout(resolve, LOOK.every));
    }
    if (this.#since) {
      const each = (seconds - this.#since.seconds) / (iteration - this.#since.iteration);
      this.samples.push({ iteration, heap, resident: residentOf(id), seconds: each });
    }
    this.#since = { iteration, seconds: (await this.#renderer()).seconds };
  }

  /** The process that draws the page and runs its workers, and the time of the processor that it has spent: of them all most. */
  async #renderer(): Promise<{ readonly id: number; readonly seconds: number }> {
    const { processInfo } = await this.#browser.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer').sort((a, b) => b.cpuTime - a.cpuTime);
    if (!renderers[0]) throw new Error('the browser draws no page');
    return { id: renderers[0].id, seconds: renderers[0].cpuTime };
  }

  /**
   * Bytes right after a collection, of the page and all its workers: JavaScript's heap, the browser's own objects, and buffers. The service
   * worker comes and goes as the browser likes, and is left out; WebAssembly's memory is in what the process holds alone.
   */
  async #inUse(): Promise<number> {
    const { targetInfos } = await this.#browser.send('Target.getTargets');
    let sum = 0;
    for (const { targetId, type } of targetInfos) if (type === 'page' || type === 'worker') sum += await this.#inUseOf(targetId);
    return sum;
  }

  async #inUseOf(targetId: string): Promise<number> {
    // Attached to for this moment only, as tools that stay remember much of what they watch.
    const { sessionId } = await this.#browser.send('Target.attachToTarget', { targetId, flatten: false });
    await this.#ask(sessionId, 'HeapProfiler.collectGarbage');
    await this.#ask(sessionId, 'HeapProfiler.collectGarbage'); // what a first one finalised
    const usage = (await this.#ask(sessionId, 'Runtime.getHeapUsage')) as HeapUsage;
    await this.#browser.send('Target.detachFromTarget', { sessionId });
    return usage.usedSize + usage.embedderHeapUsedSize + usage.backingStorageSize;
  }

  /** Sends a command to a page or a worker that this session has attached to, and resolves with its result. */
  #ask(sessionId: string, method: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const hear = (told: { readonly sessionId: string; readonly message: string }): void => {
        const { id, result, error } = JSON.parse(told.message) as {
          readonly id?: number;
          readonly result?: unknown;
          readonly error?: unknown;
        };
        if (told.sessionId !== sessionId || id !== 1) return;
        this.#browser.off('Target.receivedMessageFromTarget', hear);
        if (error === undefined) resolve(result);
        else reject(new Error(`${method}: ${JSON.stringify(error)}`));
      };
      this.#browser.on('Target.receivedMessageFromTarget', hear);
      this.#browser.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: 1, method }) }).catch(reject);
    });
  }
}

interface HeapUsage {
  readonly usedSize: number;
  readonly embedderHeapUsedSize: number;
  readonly backingStorageSize: number;
}

/** Bytes of a process that are in the machine's memory, as Linux tells. */
function residentOf(id: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'latin1'))?.[1];
  if (kilobytes === undefined) throw new Error(`process ${id} has ended`);
  return Number(kilobytes) * 1024;
}
