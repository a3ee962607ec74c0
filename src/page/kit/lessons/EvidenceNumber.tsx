/** A recorded number within a sentence: mean over seeds with its interval; pointed at, what it is of, and each seed's own. */
import { Tooltip } from '@mantine/core';
import { evidenceNumber, evidenceText, parseEvidenceLink, type EvidenceNumber as Numbers } from '../../../core/lessons/evidenceNumbers.ts';
import { useEvidence } from '../../state/lessons/evidence.ts';
import styles from './told.module.css';
import { lessonsText } from '../../../words/words.ts';

/** `link`: `<id>/<variant>/<what>`. */
export function EvidenceNumber({ link }: { readonly link: string }) {
  const words = lessonsText.evidence;
  const { id, variant, what } = parseEvidenceLink(link) ?? { id: link, variant: '', what: '' };
  const file = useEvidence(id);
  if (file.status === 'loading') return <span>{words.loading}</span>;
  const number = file.status === 'ready' ? evidenceNumber(file.evidence, { variant, what }) : null;
  if (file.status !== 'ready' || number === null)
    return (
      <Told label={file.status === 'broken' ? words.failed(id) : words.missingHelp(link)} missing>
        {words.missing}
      </Told>
    );
  const name = file.evidence.variants.find((one) => one.id === variant)?.name ?? variant;
  const seeds = number.values.map((value) => evidenceText(single(number, value)));
  return (
    <Told
      label={
        <>
          {words.about(name, seeds.length)}
          <br />
          {words.seeds(seeds)}
        </>
      }
    >
      {evidenceText(number)}
    </Told>
  );
}

const single = ({ unit }: Numbers, value: number): Numbers => ({ mean: value, half: null, values: [value], unit });

interface ToldProps {
  readonly label: React.ReactNode;
  readonly missing?: boolean;
  readonly children: string;
}

/** Explained on hover, focus and touch. */
function Told({ label, missing, children }: ToldProps) {
  return (
    <Tooltip label={label} events={EVENTS} openDelay={150}>
      <span tabIndex={0} className={styles.value} data-missing={missing}>
        {children}
      </span>
    </Tooltip>
  );
}
const EVENTS = { hover: true, focus: true, touch: true };
