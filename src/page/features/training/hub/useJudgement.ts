/** What is said of models while the dialogue is open: one is computed after the other, as the trainer's worker has time. */
import { useEffect, useState } from 'react';
import type { Judged } from '../../../../../workers/trainer/protocol.ts';
import type { ModelConfig } from '../../../../core/formats/models/model-config.ts';
import { engineStore, expectedTime, useEngine } from '../../../state/engine/engine.ts';
import { type Judgement, judgementOf } from './judgement.ts';

let turn: Promise<unknown> = Promise.resolve();

/** Answers come in the order in which they were asked for, so that none is computed beside another. */
function inTurn(config: ModelConfig, wanted: () => boolean): Promise<Judged | null> {
  const answer = turn.then(() => (wanted() ? engineStore.getState().judge(config) : null));
  turn = answer;
  return answer;
}

export interface JudgedModel {
  readonly bytes: number;
  readonly config: ModelConfig | null;
}

/** `done` says whether more may still come. */
export function useJudgement({ bytes, config }: JudgedModel): { readonly judgement: Judgement | null; readonly done: boolean } {
  const [found, setFound] = useState<{ readonly config: ModelConfig; readonly judged: Judged | null } | null>(null);
  const backend = useEngine((state) => state.backend);
  useEffect(() => {
    let open = true;
    if (config) void inTurn(config, () => open).then((judged) => open && setFound({ config, judged }));
    return () => {
      open = false;
    };
  }, [config]);
  const judged = found?.config === config ? (found?.judged ?? null) : null;
  return { judgement: judgementOf({ bytes }, judged, expectedTime(judged, backend)), done: config === null || found?.config === config };
}
