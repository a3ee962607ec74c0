/** What became of the tokens: a bar per agent, divided by fate, and the fates in words. */
import { useRef } from 'react';
import { type FateBar, fateBars, fatesIn } from '../../stores/runs/receipt.ts';
import { ChartMenu } from '../charts/ChartMenu.tsx';
import { agentName } from '../charts/lineStyle.ts';
import { HelpButton } from '../charts/HelpButton.tsx';
import { useSize } from '../charts/useSize.ts';
import { receiptText as words } from '../text/en.receipt.ts';
import { fateColor, type FigureProps, saveAs } from './figure.ts';
import styles from './receipt.module.css';

const text = words.bars;
const ROW = 26;
const BAR = 16;
/** Room for the agents' names and for the number of their tokens, pixels. */
const NAMES = 110;
const COUNTS = 46;
/** Least width of a part that has its number in it, pixels. */
const READABLE = 26;

export function FateBars(props: FigureProps) {
  const { receipt, run } = props;
  const figure = useRef<SVGSVGElement>(null);
  const [measure, size] = useSize<HTMLDivElement>();
  const bars = fateBars(receipt);
  const fates = fatesIn(bars);
  const width = size?.width ?? 0;
  const room = Math.max(1, width - NAMES - COUNTS);
  const countOf = (fate: (typeof fates)[number]) => receipt.agents.reduce((sum, agent) => sum + agent.fates[fate], 0);
  return (
    <section className={styles.figure} aria-label={text.title}>
      <header className={styles.figureHead}>
        <h3>{text.title}</h3>
        <HelpButton title={text.title} what={text.help} />
        <ChartMenu title={text.title} onSave={(format) => void saveAs(format, figure.current, text.title, props)} />
      </header>
      <div ref={measure} className={styles.bars} style={{ height: bars.length * ROW }}>
        {size && (
          <svg
            ref={figure}
            width={width}
            height={bars.length * ROW}
            role="img"
            aria-label={bars.map((bar) => sentenceOf(bar, agentName(run.document, bar.role))).join('. ')}
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
          </svg>
        )}
      </div>
      <ul className={styles.key} aria-label={text.about}>
        {fates.map((fate) => (
          <li key={fate}>
            <span className={styles.swatch} style={{ background: fateColor(fate) }} aria-hidden />
            <span>
              <b>
                {words.fates[fate].name} {countOf(fate)}
              </b>{' '}
              <span className={styles.dimmed}>{words.fates[fate].says}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const sentenceOf = ({ parts }: FateBar, name: string): string =>
  text.of(
    name,
    parts.map(({ fate, tokens, from, to }) => text.part(words.fates[fate].name, tokens, words.percent(to - from))),
  );

/** What fits beside the bar. */
const shortened = (name: string): string => (name.length > 16 ? `${name.slice(0, 15)}…` : name);
