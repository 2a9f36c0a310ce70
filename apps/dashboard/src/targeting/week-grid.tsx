import { days } from '@auction-tiers/tier-engine';
import { type KeyboardEvent, useRef, useState } from 'react';
import { PlainButton } from '../part/kit.tsx';
import { upper } from '../words/phrase.ts';

interface WeekGridProps {
  /** Day of the week, from Monday, * 24 + hour. */
  readonly hours: ReadonlySet<number>;
  readonly onChange: (hours: ReadonlySet<number>) => void;
}

const hoursOfDay = 24;
const cells = days.length * hoursOfDay;
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -hoursOfDay,
  ArrowDown: hoursOfDay,
};

const ofDay = (day: number) => Array.from({ length: hoursOfDay }, (_, hour) => day * hoursOfDay + hour);
const ofHour = (hour: number) => days.map((_, day) => day * hoursOfDay + hour);

const ofHours = (first: number, end: number) =>
  Array.from({ length: end - first }, (_, at) => ofHour(first + at)).flat();

/** Hours that many profiles have, at one press. */
const usual: readonly (readonly [label: string, hours: readonly number[]])[] = [
  ['Mornings, 6 to 12', ofHours(6, 12)],
  ['Evenings, 18 to 24', ofHours(18, 24)],
  ['Weekends', [...ofDay(5), ...ofDay(6)]],
];

const labelOf = (cell: number): string => {
  const day = days[Math.floor(cell / hoursOfDay)] ?? '';
  const hour = cell % hoursOfDay;
  return `${upper(day)} ${hour}:00 to ${hour + 1}:00`;
};

/**
 * The hours of a week, painted with the pointer, or with the keyboard: arrows move, Space changes an hour, Shift with an
 * arrow paints on. A click on a day or an hour changes all of it.
 */
export function WeekGrid({ hours, onChange }: WeekGridProps) {
  const [current, setCurrent] = useState(18);
  /** What the pointer paints: true adds, false takes away; null: it does not paint. */
  const painting = useRef<boolean | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const set = (targets: readonly number[], isOn: boolean) => {
    const next = new Set(hours);
    for (const cell of targets) {
      if (isOn) next.add(cell);
      else next.delete(cell);
    }
    onChange(next);
  };
  const toggle = (targets: readonly number[]) => set(targets, !targets.every((cell) => hours.has(cell)));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (event.key === ' ') toggle([current]);
    else if (step === undefined) return;
    else {
      const next = current + step;
      if (next >= 0 && next < cells) {
        setCurrent(next);
        grid.current?.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
        if (event.shiftKey) set([current, next], true);
      }
    }
    event.preventDefault();
  };
  return (
    <div className="scrolls">
      <div className="form-actions">
        {usual.map(([label, targets]) => (
          <PlainButton
            key={label}
            size="compact-xs"
            aria-pressed={targets.every((cell) => hours.has(cell))}
            onClick={() => toggle(targets)}
          >
            {label}
          </PlainButton>
        ))}
      </div>
      <div
        ref={grid}
        className="week"
        role="grid"
        aria-label="Hours of the week"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onPointerUp={() => (painting.current = null)}
        onPointerLeave={() => (painting.current = null)}
      >
        <div role="row" className="week-row">
          <span role="columnheader">
            <span className="visually-hidden">Day</span>
          </span>
          {ofDay(0).map((hour) => (
            <span role="columnheader" key={hour}>
              <button type="button" tabIndex={-1} className="week-name" onClick={() => toggle(ofHour(hour))}>
                {hour % 3 === 0 ? hour : ''}
                <span className="visually-hidden">{hour}:00, all days</span>
              </button>
            </span>
          ))}
        </div>
        {days.map((day, index) => (
          <div role="row" className="week-row" key={day}>
            <span role="rowheader">
              <button type="button" tabIndex={-1} className="week-name" onClick={() => toggle(ofDay(index))}>
                {upper(day.slice(0, 3))}
              </button>
            </span>
            {ofDay(index).map((cell) => (
              <span
                key={cell}
                role="gridcell"
                data-cell={cell}
                className="week-cell"
                tabIndex={cell === current ? 0 : -1}
                aria-selected={hours.has(cell)}
                aria-label={labelOf(cell)}
                onPointerDown={(event) => {
                  event.currentTarget.releasePointerCapture(event.pointerId);
                  painting.current = !hours.has(cell);
                  setCurrent(cell);
                  set([cell], painting.current);
                }}
                onPointerEnter={() => {
                  if (painting.current !== null) set([cell], painting.current);
                }}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
