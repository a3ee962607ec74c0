/** The strip of an episode with the arcs of the token looked at. A click chooses the token there. */
import { memo, useMemo } from 'react';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import type { ShownAdvantage } from '../../../stores/runs/microscope.ts';
import { agentIndex, agentName } from '../../charts/lineStyle.ts';
import { useSize } from '../../charts/useSize.ts';
import { microscopeText as words } from '../../text/en.microscope.ts';
import { agentColor } from '../../theme/agentColors.ts';
import { useScheme } from '../../theme/useScheme.ts';
import type { Heat } from '../heat.ts';
import type { TokenPlace } from '../tokenNavigation.ts';
import styles from './microscope.module.css';
import { arcOpacity, arcWidth, LETTER, placeAt, STRIP_HEIGHT, type Strip, stripBase, stripOf } from './stripFigure.ts';

interface Props {
  readonly episode: EpisodeRecord;
  readonly document: ProjectDocument;
  readonly heat: Heat;
  readonly advantage: ShownAdvantage | null;
  readonly onPoint: (place: TokenPlace) => void;
  readonly onHover: (place: TokenPlace | null) => void;
}

export const CreditStrip = memo(function CreditStrip({ episode, document, heat, advantage, onPoint, onHover }: Props) {
  const [box, size] = useSize<HTMLDivElement>();
  const width = Math.floor(size?.width ?? 0);
  const base = useMemo(() => stripBase(episode, heat, width), [episode, heat, width]);
  const strip = stripOf(episode, base, advantage, width);
  const scheme = useScheme();
  const colorOf = (role: string): string => agentColor(agentIndex(document, role), scheme);
  const tokens = episode.messages.reduce((sum, { response_ids: ids }) => sum + ids.length, 0);
  const at = (event: { readonly clientX: number; readonly currentTarget: Element }): TokenPlace | null =>
    placeAt(episode, event.clientX - event.currentTarget.getBoundingClientRect().left, width);
  return (
    <div ref={box} className={styles.strip}>
      {width > 0 && (
        // Its tokens are in the transcript as buttons, for the keyboard too.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
        <svg
          width={width}
          height={STRIP_HEIGHT}
          role="img"
          data-figure=""
          aria-label={words.strip(tokens)}
          onClick={(event) => {
            const place = at(event);
            if (place) onPoint(place);
          }}
          onPointerMove={(event) => onHover(at(event))}
          onPointerLeave={() => onHover(null)}
        >
          <title>{words.stripHint}</title>
          <Bars bars={base.bars} top={strip.top.bars} />
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
        </svg>
      )}
    </div>
  );
});

const Bars = memo(function Bars({ bars, top }: { readonly bars: Strip['bars']; readonly top: number }) {
  return bars.map(({ x, width, side, strength }) => (
    <g key={x}>
      <rect x={x} y={top} width={width} height={22} className={styles.stripSlot} />
      {side !== 'none' && (
        <rect x={x} y={top} width={width} height={22} className={styles.stripBar} data-side={side} fillOpacity={strength} />
      )}
    </g>
  ));
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
      {strip.marked !== null && (
        <path d={`M${strip.marked - 4} ${strip.top.bars - 1}h8l-4 5Z`} fill="var(--ink)" transform={`translate(0 ${-1})`} />
      )}
    </g>
  );
}
