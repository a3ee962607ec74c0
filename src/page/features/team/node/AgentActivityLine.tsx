/** What an agent does in the rollout under way: queued for whom, generating how much of how much, done. */
import { Progress, Text } from '@mantine/core';
import { useEngine } from '../../../state/engine/engine.ts';
import { teamText } from '../../../../words/words.ts';

interface Props {
  readonly role: string;
  readonly color: string;
}

export function AgentActivityLine({ role, color }: Props) {
  const activity = useEngine((state) => state.activity[role]);
  if (!activity) return null;
  const { state, done, total, waitsFor } = activity;
  const name = teamText.states[state];
  const counted = total > 0 ? teamText.activity(name, done, total) : teamText.saidSoFar(name, done);
  // Whom it waits for is the news; how far it is, the bar tells.
  const told = state === 'queued' && waitsFor ? teamText.waitsFor(waitsFor) : counted;
  return (
    <>
      <Text size="xs" className="tabular" c="var(--ink)" truncate title={`${counted}${told === counted ? '' : ` · ${told}`}`}>
        {told}
      </Text>
      {total > 0 && <Progress value={(100 * done) / total} size={3} mb={3} color={color} aria-label={counted} transitionDuration={0} />}
    </>
  );
}
