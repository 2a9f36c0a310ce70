import { chartStyle } from '@auction-tiers/chart';
import { type RefObject, useEffect, useRef, useState } from 'react';

/** The width that an element has at the moment, in px; 0 until it is known. */
export function useWidth<E extends HTMLElement>(): readonly [RefObject<E | null>, number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

/** The style sheet of all charts: one element in the head of the document, however many there are. */
export const ChartStyle = () => (
  <style href="charts" precedence="default">
    {String(chartStyle)}
  </style>
);

interface ChartProps {
  /** Draws the chart for a width in px: markup of `@auction-tiers/chart`, in which every text is escaped. */
  readonly draw: (width: number) => { toString(): string };
  /** Height in px that is kept free until the width is known. */
  readonly height: number;
}

/** A chart as wide as its place. */
export function Chart({ draw, height }: ChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  return (
    <div ref={ref} style={{ minHeight: height }}>
      <ChartStyle />
      {width > 0 && <div dangerouslySetInnerHTML={{ __html: String(draw(width)) }} />}
    </div>
  );
}

/** A drawing that needs no width, such as a bar behind a figure. */
export function Drawing({ markup }: { readonly markup: { toString(): string } }) {
  return (
    <>
      <ChartStyle />
      <span dangerouslySetInnerHTML={{ __html: String(markup) }} />
    </>
  );
}
