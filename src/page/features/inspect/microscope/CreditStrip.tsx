/**
 * The strip of an episode with the arcs of the token looked at. A click chooses the token there. Of a long episode it shows the part
 * that the advantage comes from, and the whole in small below.
 */
import { memo, useMemo, type MouseEvent } from 'react';
import type { ProjectDocument } from '../../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../../core/episode/records.ts';
import type { ShownAdvantage } from './microscope.ts';
import { tokenGlyph, vocabularyOf } from '../../../state/reading/tokens.ts';
import type { Vocabularies } from '../../../../../workers/trainer/protocol.ts';
import { agentIndex, agentName } from '../../../kit/figures/lineStyle.ts';
import { useSize } from '../../../kit/figures/useSize.ts';
import { microscopeText as words } from '../../../../words/words.ts';
import { agentColor } from '../../../kit/theme/agentColors.ts';
import { useScheme } from '../../../kit/theme/useScheme.ts';
import type { Heat } from '../../../kit/tokens/heat.ts';
import type { TokenRef } from '../../../kit/tokens/tokenNavigation.ts';
import styles from './microscope.module.css';
import {
  barShapes,
  arcOpacity,
  arcWidth,
  LETTER,
  partOf,
  partOnStrip,
  tokenAt,
  STRIP_HEIGHT,
  type Strip,
  stripBase,
  stripOf,
  WHOLE,
} from './stripFigure.ts';

interface Props {
  readonly episode: EpisodeRecord;
  readonly document: ProjectDocument;
  readonly vocabularies: Vocabularies;
  readonly heat: Heat;
  readonly advantage: ShownAdvantage | null;
  readonly onPoint: (ref: TokenRef) => void;
  readonly onHover: (ref: TokenRef | null) => void;
}

export const CreditStrip = memo(function CreditStrip({ episode, document, vocabularies, heat, advantage, onPoint, onHover }: Props) {
  const [box, size] = useSize<HTMLDivElement>();
  const width = Math.floor(size?.width ?? 0);
  const whole = useMemo(() => stripBase(episode, heat, width), [episode, heat, width]);
  const part = partOf(episode, advantage);
  const base = part ? stripBase(episode, heat, width, part) : whole;
  const strip = stripOf(episode, base, advantage, width, part);
  const scheme = useScheme();
  const colorOf = (role: string): string => agentColor(agentIndex(document, role), scheme);
  const tokens = episode.messages.reduce((sum, { response_ids: ids }) => sum + ids.length, 0);
  // Only where each bar is one token.
  const legible = part === null && tokens > 0 && width / tokens >= LEAST_GLYPH;
  const glyphs = useMemo(() => (legible ? glyphsOf(episode, document, vocabularies) : []), [legible, episode, document, vocabularies]);
  const window = part && partOnStrip(episode, part, width);
  const height = part ? WHOLE.top + WHOLE.height + 1 : STRIP_HEIGHT;
  const at = ({ currentTarget, clientX, clientY }: MouseEvent<SVGSVGElement>): { ref: TokenRef | null; below: boolean } => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const below = clientY - top > STRIP_HEIGHT;
    return { ref: tokenAt(episode, clientX - left, width, below ? null : part), below };
  };
  return (
    <div ref={box} className={styles.strip}>
      {width > 0 && (
        // Its tokens are in the transcript as buttons, for the keyboard too.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
        <svg
          width={width}
          height={height}
          role="img"
          data-figure=""
          aria-label={words.strip(tokens)}
          onClick={(event) => {
            const { ref } = at(event);
            if (ref) onPoint(ref);
          }}
          onPointerMove={(event) => {
            // A part follows the token looked at: pointing into it would move it away below the pointer.
            const { ref, below } = at(event);
            onHover(part && !below ? null : ref);
          }}
          onPointerLeave={() => onHover(null)}
        >
          <title>{words.stripHint}</title>
          <Bars bars={base.bars} top={strip.top.bars} height={22} />
          {glyphs.map(
            (glyph, index) =>
              // In monospace, which is wider.
              (glyph.length + 1) * 7.4 <= (base.bars[index]?.width ?? 0) && (
                <text
                  // Tokens of a fixed sequence have no identity but their position.
                  key={index}
                  x={(base.bars[index]?.x ?? 0) + (base.bars[index]?.width ?? 0) / 2}
                  y={strip.top.bars + 15}
                  textAnchor="middle"
                  className={styles.stripToken}
                >
                  {glyph}
                </text>
              ),
          )}
          {strip.bands.map(({ x, width: own, role }) => (
            <g key={x} fill={colorOf(role)}>
              <rect x={x} y={strip.top.bands} width={own} height={3} />
              {agentName(document, role).length * LETTER <= own && (
                <text x={x} y={strip.top.labels} className={styles.stripLabel}>
                  {agentName(document, role)}
                </text>
              )}
            </g>
          ))}
          <Arcs strip={strip} colorOf={colorOf} />
          {window && (
            <>
              <Bars bars={whole.bars} top={WHOLE.top} height={WHOLE.height} />
              <rect x={window.x} y={WHOLE.top} width={window.width} height={WHOLE.height} fill="none" stroke="var(--ink)" />
            </>
          )}
        </svg>
      )}
    </div>
  );
});

/** Least width of a token in which one letter can be read, pixels. */
const LEAST_GLYPH = 14;

function glyphsOf({ messages }: EpisodeRecord, document: ProjectDocument, vocabularies: Vocabularies): string[] {
  return messages.flatMap(({ role, response_ids: ids }) => {
    const vocabulary = vocabularyOf(vocabularies, document, role);
    return ids.map((id) => tokenGlyph(vocabulary[id], id).text.trim());
  });
}

interface BarsProps {
  readonly bars: Strip['bars'];
  readonly top: number;
  readonly height: number;
}

const Bars = memo(function Bars({ bars, top, height }: BarsProps) {
  const { all, shades } = barShapes(bars, top, height);
  return (
    <>
      <path d={all} className={styles.stripSlot} />
      {shades.map(({ side, strength, d }) => (
        <path key={`${side} ${strength}`} d={d} className={styles.stripBar} data-side={side} fillOpacity={strength} />
      ))}
    </>
  );
});

function Arcs({ strip, colorOf }: { readonly strip: Strip; readonly colorOf: (role: string) => string }) {
  return (
    <g data-arcs="">
      {strip.arcs.map(({ d, x, y, strength, takesAway, crossesTo, shown }) => {
        const stroke = crossesTo === null ? 'var(--ink)' : colorOf(crossesTo);
        return d === '' ? (
          <circle key="own" cx={x} cy={y} r={1.5 + 3 * strength} fill={takesAway ? 'var(--surface)' : stroke} stroke={stroke} />
        ) : (
          <path
            key={shown.decision?.t}
            d={d}
            fill="none"
            stroke={stroke}
            strokeWidth={arcWidth(strength)}
            strokeOpacity={arcOpacity(strength)}
            strokeDasharray={takesAway ? '5 3' : undefined}
            data-crosses={crossesTo ?? undefined}
          />
        );
      })}
      {strip.marked !== null && <path d={`M${strip.marked - 4} ${strip.top.bars - 2}h8l-4 5Z`} fill="var(--ink)" />}
    </g>
  );
}
