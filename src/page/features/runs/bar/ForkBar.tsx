/** Says that the next training is a fork, and of what, or begins with given adapters; it can be called off. */
import { CloseButton, Group, Text } from '@mantine/core';
import { IconGitFork } from '@tabler/icons-react';
import { useShallow } from 'zustand/react/shallow';
import { useDocument } from '../../../state/document/document.ts';
import { forkStore, useFork, type Fork } from '../../../state/fork/fork.ts';
import { COMMA, GAP, text } from '../../../../words/words.ts';

const words = text.runs.fork;

export function ForkBar() {
  const fork = useFork((state) => state.fork);
  return fork && <Bar fork={fork} />;
}

function Bar({ fork }: { readonly fork: Fork }) {
  const fresh = useDocument(
    useShallow((state) => state.document.team.agents.map(({ role }) => role).filter((role) => !hasAdapter(fork, role))),
  );
  const cancel = fork.parent ? words.cancel : words.cancelGiven;
  return (
    <Group gap={6} wrap="nowrap" role="status">
      <IconGitFork size={15} aria-hidden />
      <Text size="xs">
        {fork.parent ? words.bar(fork.name, fork.parent.iteration) : words.given(fork.name)}
        {GAP}
        {fresh.length > 0 && (fork.parent ? words.fresh : words.without)(fresh.join(COMMA))}
      </Text>
      <CloseButton size="xs" aria-label={cancel} title={cancel} onClick={() => forkStore.getState().cancel()} />
    </Group>
  );
}

function hasAdapter({ adapters }: Fork, role: string): boolean {
  return Object.keys(adapters).some((path) => path.startsWith(`${role}/`));
}
