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

interface ChartProps {
  /** Draws the chart for a width in px: markup of our own charts, in which every text is escaped. */
  readonly draw: (width: number) => { toString(): string };
  /** Height in px that is kept free until the width is known. */
  readonly height: number;
}

/** A chart as wide as its place. */
export function Chart({ draw, height }: ChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  return (
    <div ref={ref} className="chart-box" style={{ minHeight: height }}>
      {/* One element in the head of the document, however many charts there are. */}
      <style href="charts" precedence="default">
        {String(chartStyle)}
      </style>
      {width > 0 && <div dangerouslySetInnerHTML={{ __html: String(draw(width)) }} />}
    </div>
  );
}
