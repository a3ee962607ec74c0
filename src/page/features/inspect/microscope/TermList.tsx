/** The strongest terms of an advantage, each with its own arithmetic and the way to its token; the others as one. */
import { UnstyledButton } from '@mantine/core';
import { Fragment, memo } from 'react';
import type { ProjectDocument } from '../../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../../core/episode/records.ts';
import type { ShownAdvantage, ShownTerm } from './microscope.ts';
import { tokenGlyph, vocabularyOf } from '../../../state/reading/tokens.ts';
import type { Vocabularies } from '../../../../../workers/trainer/protocol.ts';
import { formatSigned } from '../../../kit/figures/format.ts';
import { agentIndex, agentName } from '../../../kit/figures/lineStyle.ts';
import { Term } from '../../../kit/help/Term.tsx';
import { microscopeText as words, type TermId } from '../../../../words/words.ts';
import { agentColor } from '../../../kit/theme/agentColors.ts';
import { useScheme } from '../../../kit/theme/useScheme.ts';
import type { TokenRef } from '../../../kit/tokens/tokenNavigation.ts';
import { nameOfTerm, termOf } from './written.ts';
import styles from './microscope.module.css';

interface Props {
  readonly advantage: ShownAdvantage;
  readonly episode: EpisodeRecord;
  readonly document: ProjectDocument;
  readonly vocabularies: Vocabularies;
  readonly onPoint: (ref: TokenRef) => void;
}

export const TermList = memo(function TermList({ advantage, episode, document, vocabularies, onPoint }: Props) {
  const scheme = useScheme();
  const { strongest, others } = advantage;
  return (
    <section data-stage="terms" aria-label={words.terms}>
      <h3 className={styles.small}>{words.terms}</h3>
      {!ofMessages(advantage) && <Symbols critic={advantage.estimator === 'gae'} />}
      <table className={styles.terms} aria-label={words.terms}>
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
              <tr key={decision?.t ?? ('side' in term ? term.side : 'baseline')}>
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
                    <Term id={term.kind === 'tree' ? 'treeMonteCarlo' : term.kind === 'worth' ? 'messageLevelCredit' : 'baseline'}>
                      {nameOfTerm(term)}
                    </Term>
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
              <th scope="row">{strongest.length === 0 ? words.allZero(others.count) : words.others(others.count)}</th>
              <td>{formatSigned(others.amount)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
});

/** Whether its terms are of whole messages or states, so that no symbol of a token is among them. */
const ofMessages = ({ leading }: ShownAdvantage): boolean => leading.some(({ term }) => term.kind === 'tree' || term.kind === 'worth');

/** What one term adds. The symbols are explained once, above the list: a hundred pop-ups would be slow. */
function TermSum({ shown }: { readonly shown: ShownTerm }) {
  return termOf(shown).map((piece, index) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      // A sum has no identity but its order.
      <Fragment key={index}>
        {piece.symbol}
        <sub>{piece.sub}</sub>
      </Fragment>
    ),
  );
}

/** What the symbols of the list stand for. */
const Symbols = memo(function Symbols({ critic }: { readonly critic: boolean }) {
  const entries = critic ? CRITIC_SYMBOLS : RETURN_SYMBOLS;
  return (
    <p className={styles.small}>
      {entries.map(([symbol, id], index) => (
        <Fragment key={id}>
          {index > 0 && ' · '}
          <Term id={id}>{symbol}</Term>
        </Fragment>
      ))}
    </p>
  );
});

const CRITIC_SYMBOLS: readonly (readonly [string, TermId])[] = [
  [words.symbols.delta, 'tdError'],
  [words.symbols.reward, 'reward'],
  [words.symbols.gamma, 'discount'],
  [words.symbols.value, 'values'],
];
const RETURN_SYMBOLS: readonly (readonly [string, TermId])[] = [
  [words.symbols.reward, 'reward'],
  [words.symbols.gamma, 'discount'],
];

function glyphOf(
  episode: EpisodeRecord,
  document: ProjectDocument,
  vocabularies: Vocabularies,
  { message, token, role }: { readonly message: number; readonly token: number; readonly role: string },
): string {
  const id = episode.messages[message]?.response_ids[token] ?? -1;
  return tokenGlyph(vocabularyOf(vocabularies, document, role)[id], id).text;
}
