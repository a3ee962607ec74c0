/** What the page knows of itself, put together for a report. */
import { documentStore } from '../../state/document/document.ts';
import { engineStore } from '../../state/engine/engine.ts';
import { libraryStore } from '../../state/library/library.ts';
import { logEntries } from '../../state/log/log.ts';
import { projectsStore } from '../../state/projects/projects.ts';
import { safeStart } from '../../state/storage/safeStart.ts';
import { storageWorks } from '../../state/storage/storage.ts';
import { type BrowserScope, lacksOf } from '../../kit/browser/lacks.ts';
import type { Facts, ReportParts } from './report.ts';

const VERSION = import.meta.env.VITE_VERSION;
const COMMIT = import.meta.env.VITE_COMMIT;

export async function gather(): Promise<ReportParts> {
  const lacks = await lacksOf(globalThis as BrowserScope, storageWorks());
  return {
    page: {
      version: VERSION,
      commit: COMMIT || null,
      'safe start': safeStart,
      'offline copy': navigator.serviceWorker?.controller != null,
      'open for, seconds': Math.round(performance.now() / 1000),
    },
    browser: {
      agent: navigator.userAgent,
      lacks: lacks.length === 0 ? 'nothing' : lacks.join(', '),
      processors: navigator.hardwareConcurrency,
      window: `${innerWidth} × ${innerHeight}, ${devicePixelRatio} pixels a point`,
      languages: navigator.languages.join(', '),
      online: navigator.onLine,
    },
    engine: engineFacts(),
    kept: keptFacts(),
    log: logEntries(),
    document: documentStore.getState().document,
  };
}

function engineFacts(): Facts {
  const { backend, phase, iteration, iterations, report, silent, trainedBy, memory } = engineStore.getState();
  return {
    chosen: backend,
    phase,
    iteration: phase === 'idle' ? null : `${iteration} of ${iterations}`,
    backend: report?.backend ?? null,
    device: report?.device ?? null,
    workers: report?.workers ?? null,
    why: report?.reason ?? null,
    silent,
    // Whose server it is, is the person's to tell.
    'trained by a server': trainedBy !== null,
    'memory, bytes': memory?.measuredBytes ?? null,
  };
}

function keptFacts(): Facts {
  const { status, cards, broken, lost, usage, persisted, keeping } = libraryStore.getState();
  const projects = projectsStore.getState();
  return {
    runs: `${cards.length} (${broken.length} broken, ${lost.length} lost), ${status}`,
    projects: `${projects.cards.length} (${projects.removed.length} deleted), ${projects.status}`,
    bytes: usage?.bytes ?? null,
    'room, bytes': usage?.quota ?? null,
    'promised to be kept': persisted,
    'not kept because': keeping?.fault.code ?? 'everything is',
  };
}
