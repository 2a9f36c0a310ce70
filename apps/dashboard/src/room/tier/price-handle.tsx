import type { HistogramLayout } from '@auction-tiers/chart';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

interface PriceHandleProps {
  readonly layout: HistogramLayout;
  /** Where the line stands in the chart, px. */
  readonly top: number;
  readonly height: number;
  readonly label: string;
  readonly value: number;
  /** What the value does, in words, for those who do not see the figures. */
  readonly valueText: string;
  readonly onMove: (price: number) => void;
  /** Markup of the chart on whose axis of prices the line stands. */
  readonly children: string;
}

/** A chart with a line at a price that the pointer drags and the arrow keys move. */
export function PriceHandle(props: PriceHandleProps) {
  const { layout, top, height, label, value, valueText, onMove, children } = props;
  const handle = useRef<HTMLDivElement>(null);
  const dragTo = (event: PointerEvent<HTMLDivElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    onMove(roundToCent(Math.max(0, layout.priceAt(event.clientX - left))));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = movedBy(event.key, value, layout.reach);
    if (moved === null) return;
    event.preventDefault();
    onMove(moved);
  };
  return (
    <div
      className="tier-plot"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        handle.current?.focus();
        event.preventDefault();
        dragTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) dragTo(event);
      }}
    >
      <div dangerouslySetInnerHTML={{ __html: children }} />
      <div
        ref={handle}
        role="slider"
        tabIndex={0}
        className="tier-handle"
        aria-label={label}
        aria-valuemin={Math.max(0, layout.reach[0])}
        aria-valuemax={Math.max(layout.reach[1], value)}
        aria-valuenow={value}
        aria-valuetext={valueText}
        style={{ left: layout.xAt(value), top, height }}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}

/** Steps of the slider, net CPM: by an arrow, and by a page. */
export const [arrowStep, pageStep] = [0.05, 0.5];
const cents = 100;

/** The minimum that a key moves to; null for any other key. `ends`: the lowest and the highest of the axis. */
function movedBy(key: string, from: number, [low, high]: readonly [number, number]): number | null {
  const step = {
    ArrowLeft: -arrowStep,
    ArrowDown: -arrowStep,
    ArrowRight: arrowStep,
    ArrowUp: arrowStep,
    PageDown: -pageStep,
    PageUp: pageStep,
  }[key];
  if (step !== undefined) return roundToCent(Math.min(Math.max(from + step, Math.max(0, low)), Math.max(high, from)));
  if (key === 'Home') return Math.max(0, low);
  return key === 'End' ? high : null;
}

const roundToCent = (price: number): number => Math.round(price * cents) / cents;
