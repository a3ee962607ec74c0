/** The strongest terms of an advantage, each with its own arithmetic and the way to its token; the others as one. */
import { UnstyledButton } from '@mantine/core';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import type { ShownAdvantage, ShownTerm } from '../../../stores/runs/microscope.ts';
import { tokenGlyph, vocabularyOf } from '../../../stores/runs/tokens.ts';
import type { Vocabularies } from '../../../../workers/trainer/protocol.ts';
import { formatNumber, formatSigned } from '../../charts/format.ts';
import { agentIndex, agentName } from '../../charts/lineStyle.ts';
import { Term } from '../../help/Term.tsx';
import { microscopeText as words } from '../../text/en.microscope.ts';
import { agentColor } from '../../theme/agentColors.ts';
import { useScheme } from '../../theme/useScheme.ts';
import type { TokenPlace } from '../tokenNavigation.ts';
import { inBrackets, Sub } from './Arithmetic.tsx';
import styles from './microscope.module.css';

interface Props {
  readonly advantage: ShownAdvantage;
  readonly episode: EpisodeRecord;
  readonly document: ProjectDocument;
  readonly vocabularies: Vocabularies;
  readonly onPoint: (place: TokenPlace) => void;
}

export function TermList({ advantage, episode, document, vocabularies, onPoint }: Props) {
  const scheme = useScheme();
  const { strongest, others } = advantage;
  return (
    <table className={styles.terms}>
      <caption>{words.terms}</caption>
      <thead>
        <tr>
          <th scope="col">{words.columns.token}</th>
          <th scope="col">{words.columns.amount}</th>
        </tr>
      </thead>
      <tbody>
        {strongest.map((shown) => {
          const { decision, term, crosses, strength } = shown;
          const color = decision ? agentColor(agentIndex(document, decision.role), scheme) : undefined;
          return (
            <tr key={decision?.t ?? 'baseline'}>
              <th scope="row">
                {decision ? (
                  <UnstyledButton
                    className={styles.termToken}
                    aria-label={words.go(decision.t + 1)}
                    onClick={() => onPoint({ message: decision.message, token: decision.token })}
                  >
                    <span className={styles.termAgent} style={{ color }} data-crosses={crosses}>
                      {agentName(document, decision.role)}
                    </span>
                    <code>{glyphOf(episode, document, vocabularies, decision)}</code>
                  </UnstyledButton>
                ) : (
                  <Term id="baseline">{term.kind === 'baseline' ? words.baseline(term.compared.length) : ''}</Term>
                )}
                <span className={styles.termSum}>
                  <TermSum shown={shown} />
                </span>
              </th>
              <td>
                <span
                  className={styles.amountBar}
                  data-sign={term.amount < 0 ? 'negative' : 'positive'}
                  style={{ width: `${strength * 100}%` }}
                />
                {formatSigned(term.amount)}
              </td>
            </tr>
          );
        })}
        {others.count > 0 && (
          <tr>
            <th scope="row">{words.others(others.count)}</th>
            <td>{formatSigned(others.amount)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** What one term adds, in symbols and numbers. */
function TermSum({ shown: { term, decision } }: { readonly shown: ShownTerm }) {
  const t = decision?.t ?? 0;
  if (term.kind === 'baseline')
    return (
      <>
        −{inBrackets(term.mean)}
        {term.scale !== 1 && ` / ${formatNumber(term.scale)}`}
      </>
    );
  if (term.kind === 'reward')
    return (
      <>
        {term.discount !== 1 && `${formatNumber(term.discount)}·`}
        <Sub id="reward" symbol="r" t={t} /> {term.scale !== 1 && `/ ${formatNumber(term.scale)} `}={' '}
        {term.discount !== 1 && `${formatNumber(term.discount)}·`}
        {inBrackets(term.reward)}
        {term.scale !== 1 && ` / ${formatNumber(term.scale)}`}
      </>
    );
  return (
    <>
      {term.weight !== 1 && (
        <>
          {formatNumber(term.weight)}·
          <Sub id="tdError" symbol="δ" t={t} />,{' '}
        </>
      )}
      <Sub id="tdError" symbol="δ" t={t} /> = <Sub id="reward" symbol="r" t={t} /> + <Term id="discount">γ</Term>
      ·<Sub id="values" symbol="V" t={t + 1} /> − <Sub id="values" symbol="V" t={t} /> = {formatNumber(term.reward)} +{' '}
      {formatNumber(term.gamma)}·{inBrackets(term.next)} − {inBrackets(term.value)} = {formatSigned(term.delta)}
    </>
  );
}

function glyphOf(
  episode: EpisodeRecord,
  document: ProjectDocument,
  vocabularies: Vocabularies,
  { message, token, role }: { readonly message: number; readonly token: number; readonly role: string },
): string {
  const id = episode.messages[message]?.response_ids[token] ?? -1;
  return tokenGlyph(vocabularyOf(vocabularies, document, role)[id], id).text;
}
