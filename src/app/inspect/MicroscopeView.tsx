/** The whole team's transcript of an episode, its tokens coloured by what they earned. */
import { cursorStore } from '../../stores/cursor.ts';
import { Transcript } from './Transcript.tsx';
import type { ViewProps } from './view.ts';

export function MicroscopeView({ run, iteration, episodes, episode }: ViewProps) {
  return (
    <Transcript
      episode={episode}
      peers={episodes}
      document={run.document}
      vocabularies={run.vocabularies}
      onPoint={(message, token) => cursorStore.getState().move({ iteration, episode: episode.episode, message, token })}
    />
  );
}
