/**
 * What prime-rl leaves of a run: the token export of its trainer, `token_exports/step_<n>/rank_<r>.jsonl`, and the episodes of its
 * orchestrator, `rollouts/step_<n>/<train or eval>/<all or effective>/traces.jsonl` (docs/imports.md). Of a step that has both, the
 * episodes are shown with what the trainer knew of their tokens.
 */
import { importFaults } from '../../../../words/words.ts';
import { fault } from '../../../faults.ts';
import { fieldsOf } from '../fields.ts';
import { firstKeys, hasKeys, headText } from '../head.ts';
import type { ImportedEpisode, ImportedPart } from '../importedRun.ts';
import { jsonLines, noticeOf } from '../lines.ts';
import { OwnEpisodes } from '../ownRows.ts';
import { type GivenFile, HEAD_BYTES, type RunReader } from '../reader.ts';
import { eachRow, inOrder, numberInPath, partsOf, type RowTaker } from '../trainerRows.ts';
import { sequenceEpisode, sequenceMessages, sequenceOf } from './tokenExport.ts';
import { TrainedTokens } from './trainedTokens.ts';
import { isEpisodes } from './verifiers.ts';
import { verifiersEpisode } from './verifiersEpisode.ts';

const ROLLOUTS = /(?:^|\/)step_\d+\/(train|eval)\/(all|effective)\/traces\.jsonl(?:\.gz)?$/;

export const primeRl: RunReader = {
  source: 'prime-rl',
  claims: (head) => isExport(headText(head)) || (ROLLOUTS.test(head.path) && isEpisodes(head)),
  async *read(files) {
    const exports: GivenFile[] = [];
    const rollouts: GivenFile[] = [];
    for (const file of inOrder(files)) {
      const bytes = await file.read(0, HEAD_BYTES);
      (isExport(headText({ path: file.path, size: file.size, bytes })) ? exports : rollouts).push(file);
    }
    const trained = new Set(rollouts.flatMap(({ path }) => (kindOf(path) === 'train' ? [stepOf(path)] : [])));
    for (const step of new Set(rollouts.map(({ path }) => stepOf(path)))) {
      const ofStep = rollouts.filter(({ path }) => stepOf(path) === step);
      // A file that lies in no folder of a step may be of any.
      yield* stepParts(ofStep, step === null || !trained.has(step) ? [] : exports.filter(({ path }) => stepOf(path) === step));
    }
    for (const file of exports) {
      const step = stepOf(file.path);
      if (step === null || !trained.has(step)) yield* partsOf(file, sequences(file.path));
    }
  },
};

/** A line of the token export; its longest fields stand last, so not all are seen. */
const isExport = (text: string): boolean => hasKeys(firstKeys(text), 'schema_version', 'micro_step', 'export_sequence_idx', 'token_ids');

const stepOf = (path: string): number | null => numberInPath(path, 'step_');
const kindOf = (path: string): string | undefined => ROLLOUTS.exec(path)?.[1];

function sequences(path: string): RowTaker {
  const own = new OwnEpisodes();
  let unknown = 0;
  return {
    take(row, at) {
      const sequence = sequenceOf(row, at);
      const messages = sequenceMessages(sequence, at);
      const [message] = messages;
      if (!message) {
        unknown += 1;
        return [];
      }
      if (sequence.own)
        return own.take({ ...sequence.own, step: sequence.step, reward: sequence.reward, message: { ...message, turn: null } }, at);
      return [{ kind: 'episode', episode: sequenceEpisode(sequence, messages, at) }];
    },
    end: () => [
      ...own.end(),
      ...(unknown === 0 ? [] : [noticeOf(fault(importFaults, 'E_IMPORT_NO_LOSS', { subject: path, count: unknown }))]),
    ],
  };
}

/** The episodes of a step, those it was trained on first; of two files with the same episode the second is passed over. */
async function* stepParts(rollouts: readonly GivenFile[], exports: readonly GivenFile[]): AsyncGenerator<ImportedPart> {
  const notices: ImportedPart[] = [];
  const tokens = await trainedTokens(exports, (notice) => notices.push(notice));
  const seen = new Set<string>();
  let twice = 0;
  const first = rollouts.toSorted((a, b) => Number(a.path.includes('/all/')) - Number(b.path.includes('/all/')));
  for (const file of first) {
    const kind = kindOf(file.path);
    const known = { step: stepOf(file.path), split: kind === 'train' ? ('train' as const) : kind === 'eval' ? ('test' as const) : null };
    const taker = eachRow((row, at) => ({ kind: 'episode', episode: verifiersEpisode(row, at, known) }));
    for await (const part of partsOf(file, taker)) {
      if (part.kind !== 'episode') {
        yield part;
        continue;
      }
      const { id } = part.episode;
      const key = `${kind ?? ''} ${id ?? ''}`;
      if (id !== null && seen.has(key)) {
        twice += 1;
        continue;
      }
      if (id !== null) seen.add(key);
      yield { kind: 'episode', episode: withTokens(part.episode, tokens) };
    }
  }
  yield* notices;
  if (twice > 0) yield noticeOf(fault(importFaults, 'E_IMPORT_TWICE', { count: twice }));
  if (tokens.left > 0) yield noticeOf(fault(importFaults, 'E_IMPORT_EXPORT_ASIDE', { count: tokens.left }));
}

const withTokens = (episode: ImportedEpisode, tokens: TrainedTokens): ImportedEpisode => ({
  ...episode,
  messages: episode.messages.map((message) => tokens.of(message)),
});

async function trainedTokens(exports: readonly GivenFile[], tell: (notice: ImportedPart) => void): Promise<TrainedTokens> {
  const tokens = new TrainedTokens();
  for (const file of exports) {
    for await (const batch of jsonLines(file, tell)) {
      for (const { line, value } of batch) {
        const at = { subject: file.path, line };
        tokens.take(sequenceOf(fieldsOf(value, at, 'the line'), at));
      }
    }
  }
  return tokens;
}
