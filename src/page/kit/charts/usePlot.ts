/** A uPlot in the page: made when its structure changes, given new sizes and data as they come, taken down with its element. */
import { type RefObject, useEffect, useRef } from 'react';
import type uPlot from 'uplot';
import type { Axes } from '../plot/chartAxes.ts';
import type { Size } from '../figures/useSize.ts';

/** What a plot is drawn from; the rest of its properties is the maker's own. */
interface Drawn {
  readonly model: object;
  readonly size: Size;
}

/** How a plot is made and changed; of a module, so that it stays the same. */
export interface PlotMaker<Props extends Drawn> {
  create(host: HTMLElement, latest: { readonly current: Props }): uPlot;
  data(props: Props): uPlot.AlignedData;
  /** Puts on the lines what may change without their being made anew. */
  restyle?(plot: uPlot, props: Props): void;
}

/**
 * The element to draw in. `structure` says as a text which lines there are and how they look; with other `axes` the data are
 * drawn anew, with another `style` the lines are.
 */
export function usePlot<Props extends Drawn>(
  props: Props,
  maker: PlotMaker<Props>,
  structure: string,
  { x, y }: Axes,
  style: string | null = null,
): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  const { model, size } = props;

  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const host = element.current;
    if (!host) return;
    const made = maker.create(host, latest);
    plot.current = made;
    return () => {
      made.destroy();
      plot.current = null;
    };
  }, [maker, structure]);

  useEffect(() => {
    plot.current?.setSize(size);
  }, [size]);

  useEffect(() => {
    plot.current?.setData(maker.data(latest.current));
  }, [maker, model, x, y]);

  useEffect(() => {
    const drawn = plot.current;
    if (!drawn || !maker.restyle) return;
    maker.restyle(drawn, latest.current);
    drawn.redraw(false);
  }, [maker, style, structure]);

  return element;
}
