/** One case: what is known, what can be asked, what was asked, and who is named; behind the name its proof. */
import { Button, Group, Loader, Progress, Text, Title } from '@mantine/core';
import { type ChallengeId, challengeOf, LOST } from '../../../core/challenges/challenges.ts';
import { caseNumber, spentOn } from '../../../core/challenges/progress.ts';
import type { OpenCase } from '../../../core/challenges/questions.ts';
import { isAsker } from '../../state/lab/types.ts';
import { FaultList } from '../../kit/notices/FaultList.tsx';
import { challengesText as words, GAP, labText } from '../../../words/words.ts';
import { AnswerList } from './AnswerList.tsx';
import { askerOf, challengesStore, useChallengeLab, useChallenges } from './challenges.ts';
import styles from './challenges.module.css';
import { LostEpisodes } from './LostEpisodes.tsx';
import { NameForm } from './NameForm.tsx';
import { ProofView } from './ProofView.tsx';
import { ToolBox } from './ToolBox.tsx';
import { challengeLab } from './lab.ts';

export function CaseView({ challenge }: { readonly challenge: ChallengeId }) {
  const progress = useChallenges((state) => state.progress[challenge]);
  const opened = useChallenges((state) => state.opened[challenge]);
  const proof = useChallenges((state) => state.proofs[challenge]);
  const number = proof?.number ?? caseNumber(progress);
  return (
    <section className={styles.case} aria-label={words.caseTitle(words.names[challenge], number)}>
      <div>
        <Title order={3} fz="md">
          {words.caseTitle(words.names[challenge], number)}
        </Title>
        <Text size="sm" maw={760}>
          {words.says[challenge]}
        </Text>
      </div>
      <Working challenge={challenge} />
      {proof ? <ProofView proof={proof} /> : opened ? <Case challenge={challenge} opened={opened} /> : <Begin />}
    </section>
  );
}

function Begin() {
  const isBusy = useChallenges((state) => state.asking !== null);
  return (
    <Group gap="sm">
      <Button disabled={isBusy} onClick={() => void challengesStore.getState().open()}>
        {words.begin}
      </Button>
      <Text size="xs" c="dimmed">
        {words.beginText}
      </Text>
    </Group>
  );
}

function Case({ challenge, opened }: { readonly challenge: ChallengeId; readonly opened: OpenCase }) {
  const progress = useChallenges((state) => state.progress[challenge]);
  const { budget, rate } = challengeOf(challenge);
  const spent = spentOn(progress);
  return (
    <>
      <Text size="sm" maw={760}>
        {words.known(rate, opened.played, LOST)}
        {GAP}
        {words.covered}
      </Text>
      <div className={styles.budget}>
        <Text size="sm" fw={600} role="status">
          {words.budget(spent, budget)}
        </Text>
        <Progress value={(100 * spent) / budget} aria-label={words.budget(spent, budget)} />
      </div>
      <div className={styles.columns}>
        <LostEpisodes opened={opened} />
        <ToolBox challenge={challenge} opened={opened} />
      </div>
      <AnswerList answers={progress.answers} />
      <NameForm key={caseNumber(progress)} roles={opened.roles} />
    </>
  );
}

/** How far the question under way is, how to call it off, and why the last one came to nothing. */
function Working({ challenge }: { readonly challenge: ChallengeId }) {
  const by = askerOf(challenge);
  const asking = useChallenges((state) => (state.asking?.challenge === challenge ? state.asking.ask.ask : null));
  const job = useChallengeLab((lab) => lab.job);
  const fault = useChallengeLab((lab) => lab.faults.find((found) => isAsker(found.by, by))?.fault);
  if (asking === null) return fault ? <FaultList faults={[fault]} onClose={() => challengeLab.getState().closeFault(by)} /> : null;
  const says = asking === 'open' ? words.opening : asking === 'name' ? words.proving : words.asking;
  return (
    <Group gap="sm" role="status">
      <Loader size="xs" aria-hidden />
      <Text size="sm">{job && job.of > 0 ? labText.progress(job.done, job.of) : says}</Text>
      <Button size="compact-xs" variant="default" onClick={() => challengeLab.getState().cancel(by)}>
        {words.cancel}
      </Button>
    </Group>
  );
}
