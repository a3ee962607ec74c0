/** The tools, what each may cost, and why one is not to be had. */
import { Button, SegmentedControl, Text, Title } from '@mantine/core';
import type { ChallengeId } from '../../../core/challenges/challenges.ts';
import { refusalOf } from '../../../core/challenges/progress.ts';
import type { OpenCase } from '../../../core/challenges/questions.ts';
import { CONTINUATIONS, MESSAGE_TOOLS, mostReplays, TEAM_TOOLS, type Tool, type ToolUse } from '../../../core/challenges/tools.ts';
import { Term } from '../../kit/help/Term.tsx';
import { COLON, challengesText as words, type TermId } from '../../../words/words.ts';
import { challengesStore, useChallenges } from './challenges.ts';
import styles from './challenges.module.css';

const TOOLS: readonly Tool[] = [...MESSAGE_TOOLS, ...TEAM_TOOLS];
const TERMS: Readonly<Record<Tool, TermId>> = {
  value: 'treeMonteCarlo',
  again: 'counterfactual',
  difference: 'differenceRewards',
  coma: 'coma',
  shapley: 'shapley',
};

interface Props {
  readonly challenge: ChallengeId;
  readonly opened: OpenCase;
}

export function ToolBox({ challenge, opened }: Props) {
  const continuations = useChallenges((state) => state.continuations);
  const chosen = useChallenges((state) => state.chosen);
  const role = chosen && opened.lost[chosen.episode]?.[chosen.message]?.role;
  return (
    <section aria-label={words.tools} className={styles.tools}>
      <Title order={4} fz="sm">
        {words.tools}
      </Title>
      <Text size="sm" role="status">
        {chosen && role ? words.where(chosen.episode + 1, chosen.message + 1, role) : words.choose}
      </Text>
      <div>
        <Text size="xs" fw={500} id="challenge-continuations">
          {words.continuations}
        </Text>
        <SegmentedControl
          size="xs"
          aria-labelledby="challenge-continuations"
          data={CONTINUATIONS.map(String)}
          value={String(continuations)}
          onChange={(value) => {
            const next = CONTINUATIONS.find((count) => String(count) === value);
            if (next) challengesStore.getState().setContinuations(next);
          }}
        />
      </div>
      {TOOLS.map((tool) => (
        <ToolRow key={tool} tool={tool} challenge={challenge} agents={opened.roles.length} />
      ))}
    </section>
  );
}

function ToolRow({ tool, challenge, agents }: { readonly tool: Tool; readonly challenge: ChallengeId; readonly agents: number }) {
  const progress = useChallenges((state) => state.progress[challenge]);
  const chosen = useChallenges((state) => state.chosen);
  const continuations = useChallenges((state) => state.continuations);
  const isBusy = useChallenges((state) => state.asking !== null);
  const aboutMessage = MESSAGE_TOOLS.find((known) => known === tool);
  const aboutTeam = TEAM_TOOLS.find((known) => known === tool);
  const use: ToolUse | null = aboutTeam
    ? { tool: aboutTeam }
    : chosen && aboutMessage
      ? { tool: aboutMessage, ...chosen, continuations }
      : null;
  const most = mostReplays(use ?? { tool: aboutMessage ?? 'value', episode: 0, message: 0, continuations }, agents);
  const refusal = use && refusalOf(challenge, progress, use, agents);
  const why = !use
    ? words.refused.noMessage
    : !refusal
      ? null
      : refusal.why === 'asked'
        ? words.refused.asked
        : words.refused.budget(refusal.cost, refusal.left);
  const { name, says } = words.tool[tool];
  return (
    <div className={styles.tool}>
      <div>
        <Text size="sm" fw={600}>
          <Term id={TERMS[tool]}>{name}</Term>
        </Text>
        <Text size="xs" c="dimmed">
          {says}
        </Text>
        {why && use && (
          <Text size="xs" role="status">
            {why}
          </Text>
        )}
      </div>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${name}${COLON}${words.price(most)}`}
        disabled={isBusy || why !== null}
        title={why ?? undefined}
        onClick={() => use && void challengesStore.getState().use(use)}
      >
        {words.price(most)}
      </Button>
    </div>
  );
}
