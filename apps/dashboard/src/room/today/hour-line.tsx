import { calendarOf, type Day } from '@auction-tiers/calendar';
import { reportHoursKeptDays } from '@auction-tiers/contract';
import { chartHtml, drawHourlyLine, hourlyLegendHtml } from '@auction-tiers/chart';
import { figures } from '@auction-tiers/contract/glossary';
import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useMemo } from 'react';
import { useAddress, usePlace } from '../../address/place.ts';
import { dayText, rangeText, shortMomentText, timeText, weekdayName } from '../../figure/date.ts';
import { earnedText, shortMoney } from '../../figure/figures.ts';
import { Chart } from '../../part/chart.tsx';
import { PlainTable } from '../../part/plain-table.tsx';
import { Block, Empty } from '../../part/kit.tsx';
import { groupChanges, groupWords } from './reckon/changes.ts';
import { hourFigures, type NetHour } from './reckon/hour-figures.ts';
import { type Today, useSteps } from './use-today.ts';
import { useUsual } from '../../report/use-report.ts';
import { Segments } from '../../part/form.tsx';

const lineHeight = 272;

/** Whether all chosen days are shown and not the last one: as it is chosen, else where they are over. */
export function useIsAll(today: Today | null): boolean {
  const { from, to } = usePlace();
  const [{ line }] = useAddress<'/today'>();
  return from < to && (line === undefined ? today?.isNow === false : line === 'days');
}

/** Net by hour with every change as a flag: of the day and the same weekday before, or of all chosen days. */
export function HourLine({ today, isAll }: { readonly today: Today; readonly isAll: boolean }) {
  const { from, to, timeZone, currency } = usePlace();
  const router = useRouter();
  const [, change] = useAddress<'/today'>();
  const first = isAll ? from : to;
  const completeMs = today.untilMs ?? calendarOf(timeZone).endOf(to);
  const usual = useUsual().data?.hours;
  const hours = useMemo(
    () => hourFigures({ from: first, to, timeZone, currency, hours: today.hours, completeMs, usual }),
    [first, to, timeZone, currency, today.hours, completeMs, usual],
  );
  const { data: history } = useSteps(first, to);
  const flags = useMemo(
    () =>
      groupChanges(history?.items ?? []).map((group) => ({
        timeMs: group.timeMs,
        label: `${(isAll ? shortMomentText : timeText)(group.timeMs, timeZone)} ${groupWords(group)}`,
        href: router.buildLocation({
          to: '/history',
          search: onDay(calendarOf(timeZone).dayAt(group.timeMs)),
        }).href,
      })),
    [history, timeZone, isAll, router],
  );
  const hasUsual = hours.some((hour) => hour.usual !== null);
  const hasEarlier = !isAll && hours.some(({ earlier }) => earlier !== null);
  const shown = isAll ? hours.map((hour) => ({ ...hour, earlier: null, title: hour.title.split('\n')[0]! })) : hours;
  const title = isAll ? `Net by hour, ${rangeText(from, to)}` : `Net by hour, ${dayText(to)}`;
  return (
    <Block
      title={`Net by hour (${currency})`}
      head={
        from < to && (
          <Segments
            aria-label="Figures and hours of"
            value={isAll ? 'days' : 'day'}
            words={{ day: dayText(to), days: rangeText(from, to) }}
            onChange={(line) => change({ line }, { replace: true })}
          />
        )
      }
    >
      {!today.hasHours ||
      hours.every(({ hasAuctions, earlier, soFar }) => !hasAuctions && earlier === null && !soFar) ? (
        <Empty
          picture="course"
          action={<Button onClick={() => change({ from: undefined, to: undefined })}>Show the last 8 days</Button>}
        >
          {today.hasHours
            ? 'No auction was decided in these hours. Here will be what each hour brought.'
            : `Hours are kept for ${reportHoursKeptDays} days. Choose a later day to see what each hour brought.`}
        </Empty>
      ) : (
        <div role="presentation" onClick={(event) => follow(event, (href) => router.history.push(href))}>
          <Chart
            height={lineHeight}
            marks="hour"
            draw={(width) =>
              `${String(
                chartHtml(
                  {
                    id: 'net-by-hour',
                    title,
                    description: describe(shown, { hasEarlier, hasUsual, currency }),
                    hasLinks: flags.length > 0,
                    draw: (px) =>
                      drawHourlyLine({ hours: shown, flags, flagsTitle: 'Changes', word: shortMoney(currency) }, px),
                  },
                  width,
                ),
              )}${String(
                hourlyLegendHtml({
                  value: isAll ? rangeText(from, to) : dayText(to),
                  earlier: hasEarlier ? `${weekdayName(to)} before` : null,
                  usual: hasUsual ? `usual on ${dayText(to)}` : null,
                  flag: flags.length > 0 ? 'change of the tiers' : null,
                }),
              )}`
            }
          />
          <HourTable hours={shown} hasEarlier={hasEarlier} hasUsual={hasUsual} title={title} currency={currency} />
        </div>
      )}
    </Block>
  );
}

const onDay = (day: Day) => ({ since: day, until: day });

/** Follows a flag's link to its step without loading the page again. */
function follow(event: MouseEvent, go: (href: string) => void): void {
  const link = (event.target as Element).closest('a.flag');
  const href = link?.getAttribute('href');
  if (href === null || href === undefined || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0)
    return;
  event.preventDefault();
  go(href);
}

interface Shown {
  readonly hasEarlier: boolean;
  readonly hasUsual: boolean;
  readonly currency: string;
}

function describe(hours: readonly NetHour[], { hasEarlier, hasUsual, currency }: Shown): string {
  const known = hours.filter(({ value, hasAuctions }) => hasAuctions && value !== null);
  const most = known.toSorted((one, other) => other.value! - one.value!)[0];
  const best =
    most === undefined ? 'no hour is over' : `most at ${most.day} ${most.time}: ${earnedText(most.value!)} ${currency}`;
  return `${known.length} hours with auctions, ${best}${hasEarlier ? '; the dashed line is the like weekday before' : ''}${hasUsual ? '; the band is what is usual' : ''}. The table below has every hour.`;
}

interface HourTableProps extends Shown {
  readonly hours: readonly NetHour[];
  readonly title: string;
}

function HourTable({ hours, hasEarlier, hasUsual, title, currency }: HourTableProps) {
  return (
    <details className="today-hours">
      <summary>These hours as a table</summary>
      <PlainTable
        label={title}
        rows={hours}
        idOf={({ startsAtMs }) => startsAtMs}
        columns={[
          { head: 'Hour', isName: true, cell: ({ day, time }) => `${day} ${time}` },
          {
            head: `Net (${currency})`,
            figure: 'net',
            cell: ({ value, soFar }) => (value === null ? (soFar ? 'not over' : 'no auctions') : earnedText(value)),
          },
          hasUsual && {
            head: `Usual (${currency})`,
            figure: 'usual_range',
            cell: ({ usual }) =>
              usual === null ? 'not known' : `${earnedText(usual.low)} – ${earnedText(usual.high)}`,
          },
          hasEarlier && {
            head: `A week before (${currency})`,
            definition: `${figures.net.definition}, a week before`,
            isNumber: true,
            cell: ({ earlier }) => (earlier === null ? 'no auctions' : earnedText(earlier)),
          },
        ]}
      />
    </details>
  );
}
