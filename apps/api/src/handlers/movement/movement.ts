import { addDays, formatIn, hourText, namedDaysIn, type ZoneCalendar } from '@auction-tiers/calendar';
import { dateText, epochMsOf, type Handlers, type Member, type MovementAnswer } from '@auction-tiers/contract';
import {
  clockHourOf,
  clockPeriodOf,
  type Compared,
  earlierDays,
  type EarlierPair,
  earlierPairs,
  type LeftOutHour,
  toMovementReport,
} from '@auction-tiers/movement';
import type { FrameTotal, HourCover, Segment } from '@auction-tiers/recorded';
import { totalCell } from '@auction-tiers/tally';
import { type Counted, readHours } from '../../alert/hour-counts.ts';
import { ConcurrencyLimit } from '../../loop/concurrency-limit.ts';
import { Thread } from '../../loop/thread.ts';
import { type Cut, cutsOf } from '../../report/cut.ts';
import { presentZone } from '../../report/stored-counts.ts';
import { isCovered, readCover } from '../recorded/hour-cover.ts';
import { readReport } from '../report/read-report.ts';
import { sellerOf } from '../request/condition.ts';
import type { Deps } from '../request/deps.ts';
import { notFound } from '../request/refusal.ts';
import { resolvePeriods, type Span } from './periods.ts';
import { pastRules, type PastRules } from './past-rules.ts';
import type { KnownExperiments, RecordedPeriod, RecordedPeriods, ToldPeriods } from './recorded-period.ts';
import { settingsOf } from '../../mirror/member-settings.ts';

const hoursPerDay = 24;
/** Bytes that are read at once, and most bytes of a period: of a longer one, evenly spread parts are read. */
const [pieceBytes, mostBytes] = [1024 * 1024, 32 * 1024 * 1024];
/**
 * Most requests at once, each of which holds the recorded auctions of two periods in memory, and most that wait: every
 * opening of the page asks one.
 */
const [mostAtOnce, mostWaiting] = [4, 60];

type MovementDeps = Pick<Deps, 'store' | 'follower' | 'mirror' | 'recorded' | 'liveReport' | 'buyerNames' | 'clock'>;

/** What moved net between two periods of a ym-profile. */
export function movementHandlers(deps: MovementDeps): Handlers['movement'] {
  const limit = new ConcurrencyLimit(mostAtOnce, 'periods that are told apart', mostWaiting);
  const thread = new Thread<RecordedPeriods, ToldPeriods>('./movement-thread', import.meta.url);
  /** What is being worked out. An equal question waits for the same answer, because one takes the thread seconds. */
  const open = new Map<string, Promise<Told>>();
  const share = (owner: number, key: string, tell: () => Promise<Told>): Promise<Told> => {
    const known = open.get(key);
    if (known !== undefined) return known;
    const told = limit.run(tell, owner).finally(() => open.delete(key));
    open.set(key, told);
    return told;
  };
  return {
    async tell(call, input) {
      const { ym_profile_id: ymProfileId } = input;
      const owner = sellerOf(call, input.member_id);
      await deps.follower.fresh(owner);
      if (deps.mirror.row('ym-profile', owner, ymProfileId) === undefined) {
        throw notFound('ym-profile', ymProfileId, 'ym_profile_id');
      }
      const settings = settingsOf(deps.mirror, owner);
      const { timezone, currency, calendar } = settings;
      const cuts = cutsOf(settings);
      const zone = presentZone(cuts);
      const { from, against } = resolvePeriods(input, zone, deps.clock.epochMs());
      const namedIn = ({ startMs, endMs }: Span) =>
        namedDaysIn(calendar, { from: zone.dayAt(startMs), to: zone.dayAt(endMs - 1) });
      const key = JSON.stringify([owner, ymProfileId, from, against, timezone, currency, calendar, cuts]);
      const told = await share(owner, key, async () => {
        const spans = [from, against];
        const { experiments, sinceMs } = experimentsOf(deps.mirror, owner, ymProfileId, spans);
        const rules = await pastRules(deps, owner, ymProfileId, sinceMs, Math.max(from.endMs, against.endMs));
        const sides = {
          against: await readPeriod(deps, owner, ymProfileId, against, cuts),
          from: await readPeriod(deps, owner, ymProfileId, from, cuts),
        };
        const subject = { memberId: owner, ymProfileId };
        const counted = { store: deps.liveReport.stored, subject, zone, cuts };
        const earlier = await readEarlier(counted, { from, against }, calendar);
        const { compared, known, leftOut } = compareHours(zone, sides, spans[0]!, spans[1]!);
        const { sources, since } = rules;
        const { movement, unread } = await thread.ask({
          against: sides.against.period,
          from: sides.from.period,
          rules: sources,
          since,
          known,
          timezone,
          experiments,
          leftOut,
        });
        const answer = {
          ym_profile_id: ymProfileId,
          timezone,
          periods: { from: toPeriod(from), against: toPeriod(against) },
          ...toMovementReport(
            movement,
            {
              currency,
              buyer: (id) => deps.buyerNames.nameOf(Number(id)) ?? `Buyer ${id}`,
              change: changeNames(rules, timezone),
              value: valueNames(zone.clockAt(from.startMs).hour),
              calendar: { from: namedIn(from), against: namedIn(against) },
            },
            { ...compared, unread, earlier },
          ),
        };
        return { answer, warnings: [...sides.against.damaged, ...sides.from.damaged] };
      });
      for (const sentence of told.warnings) call.warn(sentence);
      return told.answer;
    },
  };
}

/** An answer, and what to warn of beside it. */
interface Told {
  readonly answer: MovementAnswer;
  readonly warnings: readonly string[];
}

interface Side {
  readonly period: RecordedPeriod;
  /** Net by the report, by the hours of the zone. */
  readonly netOf: ReadonlyMap<number, bigint>;
  readonly cover: ReadonlyMap<number, HourCover>;
}

/** Which hours of the clock are compared, and the net of these; the others are not recorded whole in one of the periods. */
function compareHours(
  zone: ZoneCalendar,
  { from, against }: { readonly from: Side; readonly against: Side },
  fromSpan: Span,
  againstSpan: Span,
): {
  readonly compared: Compared;
  readonly known: { readonly fromMicros: bigint; readonly againstMicros: bigint };
  readonly leftOut: ReadonlySet<number>;
} {
  const [later, earlier] = [hoursOf(zone, from, fromSpan), hoursOf(zone, against, againstSpan)];
  const places = [...new Set([...later.keys(), ...earlier.keys()])].toSorted((one, other) => one - other);
  const leftOut = new Set<number>();
  const hours: LeftOutHour[] = [];
  const sums = { all: { fromMicros: 0n, againstMicros: 0n }, known: { fromMicros: 0n, againstMicros: 0n } };
  for (const index of places) {
    const [one, other] = [later.get(index), earlier.get(index)];
    const missing = [one?.isWhole === false && ('from' as const), other?.isWhole === false && ('against' as const)];
    const named = missing.filter((name) => name !== false);
    const [fromMicros, againstMicros] = [one?.netMicros ?? 0n, other?.netMicros ?? 0n];
    for (const sum of named.length === 0 ? [sums.all, sums.known] : [sums.all]) {
      sum.fromMicros += fromMicros;
      sum.againstMicros += againstMicros;
    }
    if (named.length === 0) continue;
    leftOut.add(index);
    const texts = {
      from: one === undefined ? null : dateText(one.startMs),
      against: other === undefined ? null : dateText(other.startMs),
    };
    hours.push({ ...texts, missing: named, fromMicros, againstMicros });
  }
  return { compared: { leftOut: hours, hours: places.length, report: sums.all }, known: sums.known, leftOut };
}

/** The hours of a period by the zone's clock, counted from its beginning; an hour that comes twice is one. */
function hoursOf(zone: ZoneCalendar, { netOf, cover }: Side, span: Span) {
  const { offsetOf } = clockPeriodOf(zone, span);
  const found = new Map<number, { startMs: number; isWhole: boolean; netMicros: bigint }>();
  for (let hour = zone.hourAt(span.startMs); hour.startMs < span.endMs; hour = zone.hourAt(hour.endMs)) {
    const index = clockHourOf(offsetOf(hour.startMs));
    const before = found.get(index) ?? { startMs: hour.startMs, isWhole: true, netMicros: 0n };
    found.set(index, {
      startMs: before.startMs,
      isWhole: before.isWhole && isCovered(cover, hour.startMs, hour.endMs),
      netMicros: before.netMicros + (netOf.get(hour.startMs) ?? 0n),
    });
  }
  return found;
}

const momentForm = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** When a change went live in the member's time zone, and whose it is, such as `Tue 09:12 by ann`. */
function changeNames({ published }: PastRules, timezone: string): (revision: string) => string {
  const format = formatIn(timezone, 'en-US', momentForm);
  return (revision) => {
    const found = published.get(revision);
    if (found === undefined) return 'an earlier day';
    return `${format.format(found.timeMs).replace(',', '')} by ${found.user}`;
  };
}

const dimensionWords: Readonly<Record<string, string>> = {
  country: '',
  site: 'site ',
  placement: 'placement ',
  device_type: '',
  media_type: '',
};

/** Names a value of an attribute; hours, which are counted from the beginning of the period, by the clock of the time zone. */
function valueNames(firstHour: number): (dimension: string, value: string) => string {
  return (dimension, value) => {
    if (value === '') return `impressions without a ${dimension.replace('_', ' ')}`;
    if (dimension === 'hour') return `the hour from ${hourText((firstHour + Number(value)) % hoursPerDay)}`;
    // An impression may take several sizes.
    if (dimension === 'size') return value.replaceAll(',', ' or ');
    return `${dimensionWords[dimension] ?? ''}${value}`;
  };
}

/**
 * The experiments of a ym-profile, and the moment from which the rules of these periods were published: with a hold-back
 * the tiers from before its publish still decide.
 */
function experimentsOf(
  mirror: MovementDeps['mirror'],
  owner: number,
  ymProfileId: number,
  spans: readonly Span[],
): { readonly experiments: KnownExperiments; readonly sinceMs: number } {
  const own = mirror.rows('experiment', owner).filter(({ ym_profile_id: id }) => id === ymProfileId);
  const starts = own.flatMap(({ design, start_at: start, end_at: end }) => {
    const [startMs, endMs] = [epochMsOf(start ?? ''), epochMsOf(end ?? '')];
    const isOf = design === 'hold_back' && startMs !== undefined && endMs !== undefined;
    return isOf && spans.some((span) => startMs < span.endMs && span.startMs < endMs) ? [startMs] : [];
  });
  const experiments = own.map(({ id, design, before_draft_id: before }) => {
    const draft = before === null ? undefined : mirror.row('draft', owner, before);
    return [id, { design, before: draft?.base_revision ?? null }] as const;
  });
  return {
    experiments: new Map(experiments),
    sinceMs: Math.min(...starts, ...spans.map(({ startMs }) => startMs)),
  };
}

const toPeriod = ({ startMs, endMs }: Span) => ({ start: dateText(startMs), end: dateText(endMs) });

/** Net of earlier pairs of such periods, by the stored counts. */
async function readEarlier(
  counted: Counted,
  { from, against }: { readonly from: Span; readonly against: Span },
  calendar: Member['calendar'],
): Promise<EarlierPair[]> {
  const { zone } = counted;
  const untilMs = Math.max(from.startMs, against.startMs);
  const hours = await readHours(counted, zone.startOf(addDays(zone.dayAt(untilMs), -earlierDays)), untilMs);
  const netIn = ({ startMs, endMs }: Span) =>
    hours.reduce((sum, hour) => sum + (hour.startMs >= startMs && hour.startMs < endMs ? hour.net : 0), 0);
  return earlierPairs({ zone, from, against, calendar, netIn });
}

/** The recorded auctions of a period, and its net in the report. */
async function readPeriod(
  { liveReport, recorded, clock }: MovementDeps,
  owner: number,
  ymProfileId: number,
  { startMs, endMs }: Span,
  cuts: readonly Cut[],
): Promise<Side & { readonly damaged: readonly string[] }> {
  const zone = presentZone(cuts);
  const subject = { memberId: owner, ymProfileId };
  const slots = liveReport.stored.hours({ cuts }, startMs, endMs);
  const { rows, damaged } = await readReport(liveReport.stored, subject, slots, new Set(['hour']));
  const decided = new Map<number, number>();
  const netOf = new Map<number, bigint>();
  for (const { label, counts } of rows) {
    const hour = zone.hourAt(epochMsOf(label) ?? 0).startMs;
    decided.set(hour, (decided.get(hour) ?? 0) + Number(counts.totals.exact(totalCell.auctions)));
    netOf.set(hour, (netOf.get(hour) ?? 0n) + counts.totals.exact(totalCell.net));
  }
  const segments: (Segment & FrameTotal)[] = [];
  for await (const segment of recorded.segments(owner, ymProfileId, { fromMs: startMs, beforeMs: endMs })) {
    segments.push({ ...segment, ...(await recorded.totalOf(segment)) });
  }
  const cover = await readCover({ liveReport, clock }, subject, segments, { fromMs: startMs, toMs: endMs });
  const stride = Math.ceil(segments.reduce((sum, { bytes }) => sum + bytes, 0) / mostBytes);
  const pieces: { hourMs: number; content: Uint8Array }[] = [];
  let number = 0;
  for (const segment of segments) {
    for (let at = 0; at < segment.bytes; ) {
      const content = await recorded.part(segment, at, pieceBytes);
      if (content.length === 0) break;
      // Posting it to the thread copies it.
      if (number++ % stride === 0) pieces.push({ hourMs: segment.startMs, content });
      at += content.length;
    }
  }
  return { period: { startMs, endMs, pieces, decided }, netOf, cover, damaged };
}
