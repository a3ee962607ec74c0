/** What became of the tokens: a bar per agent, divided by fate, and the fates in words. */
import { type FateBar, fateBars, fatesIn } from './receipt.ts';
import { Figure } from '../../kit/charts/Figure.tsx';
import { agentName } from '../../kit/figures/lineStyle.ts';
import { useSize } from '../../kit/figures/useSize.ts';
import { receiptText as words, STOP } from '../../../words/words.ts';
import { fateColor, figureOf, type FigureProps, keyRows } from './figure.ts';
import { FigureKey } from './FigureKey.tsx';
import styles from './receipt.module.css';

const text = words.bars;
const ROW = 26;
const BAR = 16;
const KEY_GAP = 6;
/** Room for the agents' names and for the number of their tokens, pixels. */
const NAMES = 110;
const COUNTS = 46;
/** Least width of a part that has its number in it, pixels. */
const READABLE = 26;

export function FateBars(props: FigureProps) {
  const { receipt, run } = props;
  const [measure, size] = useSize<HTMLDivElement>();
  const bars = fateBars(receipt);
  const fates = fatesIn(bars);
  const width = size?.width ?? 0;
  const room = Math.max(1, width - NAMES - COUNTS);
  const countOf = (fate: (typeof fates)[number]) => receipt.agents.reduce((sum, agent) => sum + agent.fates[fate], 0);
  const key = keyRows(
    fates.map((fate) => ({ name: text.key(words.fates[fate].name, countOf(fate)), color: fateColor(fate) })),
    width,
  );
  const height = bars.length * ROW + KEY_GAP + key.height;
  return (
    <Figure {...figureOf(text.title, props)}>
      <p className={styles.about}>{text.help}</p>
      <div ref={measure} className={styles.bars} style={{ height }}>
        {size && (
          <svg
            data-figure
            width={width}
            height={height}
            role="img"
            aria-label={bars.map((bar) => sentenceOf(bar, agentName(run.document, bar.role))).join(STOP)}
          >
            {bars.map((bar, index) => (
              <g key={bar.role} transform={`translate(0 ${index * ROW})`}>
                <text x={0} y={ROW / 2 + 4} fontSize={12} fill="var(--ink)">
                  {shortened(agentName(run.document, bar.role))}
                </text>
                {bar.parts.map(({ fate, from, to, tokens }) => (
                  <g key={fate}>
                    <rect
                      x={NAMES + from * room}
                      y={(ROW - BAR) / 2}
                      width={Math.max(1, (to - from) * room - 1)}
                      height={BAR}
                      fill={fateColor(fate)}
                    >
                      <title>{text.part(words.fates[fate].name, tokens, words.percent(to - from))}</title>
                    </rect>
                    {(to - from) * room > READABLE && (
                      <text x={NAMES + ((from + to) / 2) * room} y={ROW / 2 + 4} fontSize={11} textAnchor="middle" fill="var(--fate-ink)">
                        {tokens}
                      </text>
                    )}
                  </g>
                ))}
                <text x={width - 2} y={ROW / 2 + 4} fontSize={11} textAnchor="end" fill="var(--mantine-color-dimmed)">
                  {bar.tokens}
                </text>
              </g>
            ))}
            <FigureKey entries={key.entries} y={bars.length * ROW + KEY_GAP} />
          </svg>
        )}
      </div>
      <dl className={styles.meanings} aria-label={text.about}>
        {fates.map((fate) => (
          <div key={fate}>
            <dt>{words.fates[fate].name}</dt>
            <dd>{words.fates[fate].says}</dd>
          </div>
        ))}
      </dl>
    </Figure>
  );
}

const sentenceOf = ({ parts }: FateBar, name: string): string =>
  text.of(
    name,
    parts.map(({ fate, tokens, from, to }) => text.part(words.fates[fate].name, tokens, words.percent(to - from))),
  );

/** What fits beside the bar. */
const shortened = (name: string): string => (name.length > 16 ? `${name.slice(0, 15)}…` : name);
