/** What was asked in a case, the newest last, and what each answer cost. */
import { Text, Title } from '@mantine/core';
import { isAboutMessage, type ToolAnswer } from '../../../core/challenges/tools.ts';
import { COMMA, challengesText as words } from '../../../words/words.ts';
import { formatNumber } from '../../kit/figures/format.ts';
import styles from './challenges.module.css';

export function AnswerList({ answers }: { readonly answers: readonly ToolAnswer[] }) {
  return (
    <section aria-label={words.answers}>
      <Title order={4} fz="sm" mb={4}>
        {words.answers}
      </Title>
      {answers.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noAnswers}
        </Text>
      )}
      <div role="log">
        <ol className={styles.answers}>
          {answers.map((answer, nth) => (
            // Answers are only ever added.
            <li key={nth}>
              <span>{sentenceOf(answer)}</span>
              <Text span size="xs" c="dimmed">
                {words.cost(answer.replays)}
              </Text>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function sentenceOf(answer: ToolAnswer): string {
  if (!isAboutMessage(answer)) {
    const agents = answer.agents.map(({ role, value, interval }) => {
      if (value === null) return words.agentValue(role, words.unknown);
      const said = formatNumber(value);
      return interval
        ? words.agentInterval(role, said, formatNumber(interval.low), formatNumber(interval.high))
        : words.agentValue(role, said);
    });
    return words.answer[answer.tool](agents.join(COMMA));
  }
  const { tool, episode, message, role, wins, kept, of } = answer;
  const where = words.where(episode + 1, message + 1, role);
  return tool === 'value' || kept === null ? words.answer.value(where, wins, of) : words.answer[tool](where, wins, of, kept);
}
