/**
 * What the selected agent would be given to read, composed in a worker by the function that training uses. One request is
 * under way at a time; of those that come meanwhile the newest is taken up.
 */
import * as Comlink from 'comlink';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { spawnEnvironmentWorker } from '../../../../workers/environment/spawn.ts';
import { answersUntilDeath } from '../../../../workers/life/client.ts';
import type { PromptPreview, PromptRequest, PromptsApi } from '../../../../workers/prompts/protocol.ts';
import { missingData, problemAt } from '../../../core/dataset/attach.ts';
import { baseNameOf, baseNames } from '../../../core/document/bases.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { Start } from '../../../core/environment/start.ts';
import { exampleFrom } from '../../../core/episode/preview.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { type Fault, fault, FaultError, faultFrom, type Outcome, valueOf } from '../../../core/faults.ts';
import type { Files } from '../../../core/formats/files.ts';
import { promptFilesOf } from '../../../core/formats/models/modelFiles.ts';
import { requireConsent } from '../consent/consent.ts';
import { attachedTo } from '../datasets/attached.ts';
import { engineStore } from '../engine/engine.ts';
import { readOwnBase, wholeFiles } from '../bases/bases.ts';

export type { PromptPreview, ShownPrompt } from '../../../../workers/prompts/protocol.ts';
import { previewFaults } from '../../../words/words.ts';

/** Where the others' words come from: an episode of a run of `document`, or demonstrations at a problem of the train split. */
export type ExampleChoice =
  | { readonly kind: 'recorded'; readonly record: EpisodeRecord; readonly ranWith: ProjectDocument }
  | { readonly kind: 'demonstrated'; readonly index: number };

export interface PreviewWish {
  readonly document: ProjectDocument;
  readonly role: string;
  readonly example: ExampleChoice;
}

export interface PreviewState {
  /** The newest that was composed, and what for; it stays while another is on its way. */
  readonly shown: { readonly wish: PreviewWish; readonly preview: PromptPreview } | null;
  readonly busy: boolean;
  /** Why the newest wish came to nothing. */
  readonly fault: Fault | null;
  show(wish: PreviewWish): Promise<void>;
}

export interface PreviewHost {
  preview(request: PromptRequest): Promise<PromptPreview>;
  close(): void;
}

/** A store over hosts made on demand; `requestOf` gathers what a wish needs. */
export function createPreviewStore(
  connect: () => Promise<PreviewHost>,
  requestOf: (wish: PreviewWish) => Promise<PromptRequest>,
): StoreApi<PreviewState> {
  let host: Promise<PreviewHost> | null = null;
  let next: PreviewWish | null = null;
  let working: Promise<void> | null = null;

  return createStore<PreviewState>((set) => {
    const answer = async (wish: PreviewWish): Promise<void> => {
      try {
        const request = await requestOf(wish);
        host ??= connect();
        const preview = await (await host).preview(request);
        if (next === null) set({ shown: { wish, preview }, fault: null });
      } catch (error) {
        const why = faultFrom(error);
        if (why.code === 'E_ENV_LOST' || why.code === 'E_WORKER_DIED') {
          void host?.then((dead) => dead.close()).catch(() => undefined);
          host = null; // the next wish starts another
        }
        if (next === null) set({ fault: why });
      }
    };
    const work = async (): Promise<void> => {
      set({ busy: true });
      while (next) {
        const wish = next;
        next = null;
        await answer(wish);
      }
      working = null;
      set({ busy: false });
    };
    return {
      shown: null,
      busy: false,
      fault: null,
      show: (wish) => {
        next = wish;
        return (working ??= work());
      },
    };
  });
}

/** What the worker needs for a wish. Throws `E_ENV_CONSENT` for code that may not run, `E_DATASET_MISSING` for problems that are not here. */
export async function previewRequest({ document, role, example }: PreviewWish): Promise<PromptRequest> {
  const { team, training, environment, bases } = document;
  requireConsent(environment.source);
  return {
    document: { team, training, ...(bases && { bases }) },
    source: environment.source,
    agent: team.agents.findIndex((agent) => agent.role === role),
    start: await startOf(document, example),
    recorded: example.kind === 'recorded' ? exampleFrom(example.record, sameBase(document, example.ranWith)) : null,
    bases: await ownBases(baseNames(document)),
  };
}

async function startOf({ training, environment: { dataset } }: ProjectDocument, example: ExampleChoice): Promise<Start> {
  const data = await attachedTo(dataset);
  if (dataset && !data) throw missingData(dataset, 'panel');
  if (example.kind === 'recorded') {
    const { seed, split, problem_index: index } = example.record;
    return { seed, split, index, ...(data && { problem: data.problem(index) }) };
  }
  // Of a data set the index is the row's; what is counted here are the problems of the split.
  return { seed: training.seed, split: 'train', index: example.index, ...(data && problemAt(data, 'train', example.index)) };
}

/** Whether a role stands on the base it was recorded on, so that its ids mean the same. */
function sameBase(document: ProjectDocument, ranWith: ProjectDocument): (role: string) => boolean {
  const baseOf = (of: ProjectDocument, role: string) => {
    const agent = of.team.agents.find((candidate) => candidate.role === role);
    return agent && baseNameOf(of, agent);
  };
  return (role) => baseOf(document, role) !== undefined && baseOf(document, role) === baseOf(ranWith, role);
}

/** Config and tokenizer of a person's own bases; the weights stay where they are. */
export async function ownBases(names: readonly string[]): Promise<Record<string, Files>> {
  const { bases, kept } = engineStore.getState();
  const own: Record<string, Files> = {};
  for (const name of names) {
    const stored = kept.find((base) => base.name === name);
    const files = Object.hasOwn(bases, name) ? bases[name] : stored && (await readOwnBase(name));
    if (files) own[name] = await wholeFiles(promptFilesOf(files));
  }
  return own;
}

/** A prompts worker with an environment worker of its own. */
async function connectPrompts(): Promise<PreviewHost> {
  const answers = answersUntilDeath();
  const worker = new Worker(new URL('../../../../workers/prompts/prompts.worker.ts', import.meta.url), { type: 'module', name: 'prompts' });
  worker.addEventListener('error', ({ message }) => answers.end(new FaultError(fault(previewFaults, 'E_WORKER_DIED', { said: message }))));
  const environment = spawnEnvironmentWorker({ onLost: answers.end });
  const close = (): void => {
    worker.terminate();
    environment.terminate();
  };
  const api = Comlink.wrap<PromptsApi>(worker);
  try {
    const port = await answers.of(environment.connect());
    await answers.of(api.connectEnvironment(Comlink.transfer(port, [port])));
  } catch (error) {
    close();
    throw error;
  }
  return { preview: async (request) => valueOf(await answers.of<Outcome<PromptPreview>>(api.preview(request))), close };
}

/** The page's preview; its workers start with the first wish. */
export const previewStore = createPreviewStore(connectPrompts, previewRequest);

/** Selects from the page's preview. */
export function usePreview<T>(selector: (state: PreviewState) => T): T {
  return useStore(previewStore, selector);
}
