/**
 * Which message lost an episode: what is asked, what it costs at most, how far it is, and what may be said. The message corrected
 * can be kept as a demonstration or as a test case of the environment.
 */
import { NothingAsked } from '../../kit/lab/NothingAsked.tsx';
import type { ViewProps } from '../../kit/tokens/view.ts';
import { blameText as words } from '../../../words/words.ts';
import answers from '../../kit/lab/answers.module.css';
import { BlameForm } from './BlameForm.tsx';
import { BlameResultPart } from './BlameResultPart.tsx';
import { useBlame } from './blame.ts';
import { keyOf } from './createBlame.ts';

export function BlameView({ run, iteration, episodes, episode }: ViewProps) {
  const about = { runId: run.id, iteration, episode: episode.episode };
  const key = keyOf(about);
  const found = useBlame((state) => state.results[key]);
  const asking = useBlame((state) => state.asking[run.id] === key);
  // An iteration that was trained again has other episodes by the same numbers.
  const result = found && isSame(found.record, episode) ? found : null;
  return (
    <section className={answers.view} aria-label={words.title}>
      <BlameForm run={run} about={about} episode={episode} episodes={episodes} />
      {result ? (
        <BlameResultPart run={run} result={result} asking={asking} />
      ) : (
        !asking && <NothingAsked title={words.empty} hint={words.emptyHint} />
      )}
    </section>
  );
}

const isSame = (a: ViewProps['episode'], b: ViewProps['episode']): boolean =>
  a === b ||
  (a.problem === b.problem &&
    a.reward === b.reward &&
    a.messages.length === b.messages.length &&
    a.messages.every(({ text }, index) => text === b.messages[index]?.text));
