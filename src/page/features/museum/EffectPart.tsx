/** What a defect did to the team: the verdict, the numbers in words, and the curves of all seeds. */
import { Badge, Text } from '@mantine/core';
import { differenceText } from '../../../core/lessons/evidenceNumbers.ts';
import { effectOf } from '../../../core/museum/effect.ts';
import { evidenceOf, type Exhibit } from '../../../core/museum/exhibits.ts';
import { useEvidence } from '../../state/lessons/evidence.ts';
import { EvidenceFigure } from '../../kit/lessons/EvidenceFigure.tsx';
import { Markdown } from '../../kit/lessons/Markdown.tsx';
import { evidenceNamesText, museumText as words } from '../../../words/words.ts';
import styles from './museum.module.css';

export function EffectPart({ exhibit }: { readonly exhibit: Exhibit }) {
  const { setting, effect } = words.exhibits[exhibit.id];
  const [series] = exhibit.series;
  return (
    <>
      <Verdict exhibit={exhibit} />
      <Text size="sm" c="dimmed" mb={6}>
        {setting}
      </Text>
      <Markdown>{effect}</Markdown>
      <div className={styles.figures}>
        <Curves exhibit={exhibit} variants={PAIR} series="reward" />
        <Curves exhibit={exhibit} variants={PAIR} series={series} />
      </div>
      {exhibit.also && (
        <>
          <Text size="sm" fw={600} mt="sm">
            {words.also(evidenceNamesText.museum.also[exhibit.also.id])}
          </Text>
          <Verdict exhibit={exhibit} prefix={`${exhibit.also.id}-`} />
          <div className={styles.figures}>
            <Curves exhibit={exhibit} variants={SECOND[exhibit.also.id] ?? PAIR} series="reward" />
            <Curves exhibit={exhibit} variants={SECOND[exhibit.also.id] ?? PAIR} series={exhibit.also.series} />
          </div>
        </>
      )}
    </>
  );
}

/** Lists that stay the same, so that charts need not be drawn anew. */
const PAIR = ['right', 'bug'] as const;
const SECOND: Readonly<Record<string, readonly string[]>> = {
  slow: ['slow-right', 'slow-bug'],
  decoupled: ['decoupled-right', 'decoupled-bug'],
};

function Curves({
  exhibit,
  variants,
  series,
}: {
  readonly exhibit: Exhibit;
  readonly variants: readonly string[];
  readonly series: string;
}) {
  return (
    <div className={styles.figure}>
      <EvidenceFigure use={{ id: evidenceOf(exhibit.id), series, variants }} />
    </div>
  );
}

/** In one line: was an effect on the reward measured, and how large. */
function Verdict({ exhibit, prefix = '' }: { readonly exhibit: Exhibit; readonly prefix?: string }) {
  const file = useEvidence(evidenceOf(exhibit.id));
  const effect = file.status === 'ready' ? effectOf(file.evidence, prefix) : null;
  if (effect === null)
    return (
      <Text size="sm" role="status">
        {file.status === 'loading' ? words.verdict.loading : words.verdict.missing}
      </Text>
    );
  return (
    <p className={styles.verdict} data-verdict={effect.verdict}>
      <Badge size="sm" variant="default" tt="none">
        {words.recorded}
      </Badge>
      <b>{words.verdict[effect.verdict]}</b>
      <span className="tabular">{words.difference(differenceText(effect, 'share'))}</span>
    </p>
  );
}
