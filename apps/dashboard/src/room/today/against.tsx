import { type Day, isDay } from '@auction-tiers/calendar';
import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAddress, usePlace } from '../../address/place.ts';
import { counted, percentColumn, percentText } from '../../figure/count.ts';
import { dayText, rangeText, timeText } from '../../figure/date.ts';
import { signedText } from '../../figure/money.ts';
import { PlainTable } from '../../part/plain-table.tsx';
import { Problem } from '../../part/kit.tsx';
import { useReport } from '../../report/use-report.ts';
import { againstWords, type Days, meanOfDays, namedDays } from './reckon/against.ts';
import { clockOf } from './reckon/same-hours.ts';
import { figureWords } from './reckon/sentences.ts';
import { type FigureName, figureNames, type Figures, sumsOf } from './reckon/sums.ts';
import type { Today } from './use-today.ts';
import { Choice } from '../../part/form.tsx';

const words = { usual: 'what is usual', ...againstWords, days: 'other days' };

/** The last chosen day against any other days, or an average day of them, each up to the same time. */
export function Against({ today }: { readonly today: Today }) {
  const { day } = today;
  const [{ against = 'usual', against_from: first, against_to: last }, change] = useAddress<'/today'>();
  const week = namedDays('week', day);
  const own: Days = { from: first ?? week.from, to: last ?? week.to };
  const days = against === 'usual' ? null : against === 'days' ? own : namedDays(against, day);
  const box = (label: string, value: Day, name: 'against_from' | 'against_to') => (
    <TextInput
      type="date"
      label={label}
      value={value}
      onChange={({ currentTarget: { value: typed } }) => isDay(typed) && change({ [name]: typed })}
    />
  );
  return (
    <section className="today-against" aria-label="Against other days">
      <div className="room-tools">
        <Choice
          label={`${dayText(day)} against`}
          words={words}
          value={against}
          onChange={(value) => change({ against: value === 'usual' ? undefined : value })}
        />
        {against === 'days' && (
          <>
            {box('First of them', own.from, 'against_from')}
            {box('Last of them', own.to, 'against_to')}
          </>
        )}
      </div>
      {days !== null && <Compared today={today} days={days} />}
      {(against === 'day' || against === 'week') && (
        <p>
          <Link to="/today/movement" search={{ from: day, to: day, ...(against === 'day' ? { by: 'before' } : {}) }}>
            What moved net, and why
          </Link>
        </p>
      )}
    </section>
  );
}

function Compared({ today, days: { from, to } }: { readonly today: Today; readonly days: Days }) {
  const { timeZone, currency } = usePlace();
  const { day, untilMs, figures, hoursByDay } = today;
  const { data, error, refetch } = useReport({ groupBy: ['day'], from, to, enabled: from <= to });
  const mean = useMemo(() => {
    if (data === undefined) return undefined;
    const days = new Map(data.rows.filter((row) => row.day !== day).map((row) => [row.day!, sumsOf(row)]));
    const until = untilMs === null ? null : clockOf(untilMs, timeZone);
    return meanOfDays({ from, to }, { days, hours: hoursByDay, until });
  }, [data, from, to, day, hoursByDay, untilMs, timeZone]);
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (from > to) return <p className="muted">The last of them is before the first.</p>;
  if (mean === undefined) return null;
  if (mean === null) return <p className="muted">No auction of {rangeText(from, to)} is known.</p>;
  const until = untilMs === null ? '' : `, until ${timeText(untilMs)}`;
  const head = mean.count === 1 ? rangeText(from, to) : `A day of ${rangeText(from, to)}`;
  const wordings = figureWords(currency);
  const shownOf = (name: FigureName, value: number | null) =>
    value === null ? '–' : `${wordings[name].say(value)}${wordings[name].unit}`;
  return (
    <>
      <p className="muted">
        {mean.count === 1 ? '' : `The mean of ${counted(mean.count, 'day')} with auctions. `}
        {until === '' ? 'Whole days.' : `All days${until}.`}
      </p>
      <PlainTable
        rows={figureNames}
        idOf={(name) => name}
        columns={[
          { head: 'Figure', isName: true, cell: (name) => wordings[name].name },
          { head: dayText(day), isNumber: true, cell: (name) => shownOf(name, figures[name]) },
          { head, isNumber: true, cell: (name) => shownOf(name, mean.figures[name]) },
          { head: 'Change', isNumber: true, cell: (name) => changeText(name, figures, mean.figures) },
        ]}
      />
    </>
  );
}

/** The change of fill in points, of any other figure in per cent of the earlier value. */
function changeText(name: FigureName, { [name]: now }: Figures, { [name]: before }: Figures): string {
  if (now === null || before === null) return '–';
  if (name === 'fill') return `${signedText(now - before, percentColumn)} points`;
  return before === 0 ? '–' : signedText((now - before) / Math.abs(before), percentText);
}
