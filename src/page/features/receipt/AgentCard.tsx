/** One agent's receipt in plain sentences, with the numbers that say how well the change followed the push. */
import { type AgentReceipt, fellShort } from '../../../core/credit/receipt.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import { formatSigned } from '../../kit/figures/format.ts';
import { agentIndex, agentName, type Scheme } from '../../kit/figures/lineStyle.ts';
import { Term } from '../../kit/help/Term.tsx';
import { receiptText as words } from '../../../words/words.ts';
import { agentColor } from '../../kit/theme/agentColors.ts';
import styles from './receipt.module.css';

interface Props {
  readonly receipt: AgentReceipt;
  readonly document: ProjectDocument;
  readonly scheme: Scheme;
}

export function AgentCard({ receipt, document, scheme }: Props) {
  const { role, cosine, went, gain, ending } = receipt;
  const name = agentName(document, role);
  const color = agentColor(agentIndex(document, role), scheme);
  return (
    <li className={styles.card} aria-label={name} style={{ borderInlineStartColor: color }}>
      <h3 className={styles.name} style={{ color }}>
        {name}
      </h3>
      <p>{words.ending(name, ending)}</p>
      {words.sentences({ ...receipt, fellShort: receipt.gain !== null && fellShort(receipt.gain) }).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {went !== null && (
        <dl className={styles.facts}>
          {gain && (
            <div>
              <dt>
                <Term id="gain">{words.gain}</Term>
              </dt>
              <dd>{words.gains(formatSigned(gain.predicted), formatSigned(gain.actual))}</dd>
            </div>
          )}
          <div>
            <dt>
              <Term id="cosine">{words.cosine}</Term>
            </dt>
            <dd>{formatSigned(cosine)}</dd>
          </div>
        </dl>
      )}
    </li>
  );
}
