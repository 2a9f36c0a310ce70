import { calendarOf, type ZoneCalendar } from '@auction-tiers/calendar';
import { demoBuyers, demoFeePct } from '@auction-tiers/contract/demo';
import { dateText, type MovementReport } from '@auction-tiers/contract';
import {
  clockHourOf,
  type ClockPeriod,
  clockPeriodOf,
  type LeftOutHour,
  type MovedAuction,
  PeriodSample,
  tellApart,
  toMovementReport,
} from '@auction-tiers/movement';
import { toText } from '@auction-tiers/report-document/text';
import { deciderKey, whoDecided } from '@auction-tiers/recorded';
import { type TierSetSource, toFeePpm } from '@auction-tiers/tier-engine';
import { toReadTarget } from '../api/api-target.ts';
import { fetchDesign, fetchTierSet } from '../api/read-api.ts';
import { type ExitCode, exitCode, wrongUsage } from '../cli/failure.ts';
import type { LogOptions } from '../cli/option.ts';
import { checkOutFiles, writeJson } from '../cli/out-file.ts';
import { say } from '../cli/terminal.ts';
import { findLog, type GivenLog } from './given-log.ts';
import { NetByHour, standsFor, takenOf } from './net-by-hour.ts';
import { chooseFee } from '../log/auction/fee.ts';
import { findUnreadable } from '../log/auction/input-report.ts';
import type { LoggedAuction } from '../log/auction/logged-auction.ts';
import { toSeatBook } from '../log/auction/seat-book.ts';
import { wholeParts } from '../log/file/part.ts';
import { findSource } from '../log/file/source.ts';
import { LogReader } from '../log/log-reader.ts';
import { movementDocument } from '../document/movement-document.ts';
import { toReadingTask } from '../run/run-log.ts';
import { parseTierSetFile } from '../tier-set/parsed-tier-set.ts';
import { currencyOf, loadDemoTierSet, type LoadedTierSet, toTierSet } from '../tier-set/tier-set-file.ts';

export interface MovementOptions extends LogOptions {
  readonly in: string;
  readonly against: string;
  readonly earlier?: string;
  readonly tiers?: string;
  readonly againstTiers?: string;
  readonly api?: string;
  readonly ymProfile?: number;
  readonly timezone?: string;
  readonly out?: string;
}

const hourMs = 3_600_000;
/** Most auctions of a period that are sampled: about a minute of work. */
const mostAuctions = 100_000;

/** The rules that decided the auctions of both logs, in the order of the publishes. */
interface Rules {
  readonly loaded: readonly LoadedTierSet[];
  /** The index in `loaded` of the rules that decided an auction; null: the draft of an experiment. */
  readonly indexOf: (auction: LoggedAuction, isLater: boolean) => number | null;
}

/** Tells what moved net between two logs. Throws a `Failure` where a file cannot be used. */
export async function runMovement(options: MovementOptions): Promise<ExitCode> {
  const { against: againstGlob, earlier: earlierGlob, tiers, againstTiers, api, ymProfile, out, ...reading } = options;
  if (api !== undefined && (tiers ?? againstTiers) !== undefined) {
    throw wrongUsage('--api and --tiers cannot be combined: the service has the tiers of each auction.');
  }
  const later = await findLog(reading);
  const earlier = await findLog({ ...reading, in: againstGlob, option: '--against' });
  const past = earlierGlob === undefined ? null : await findLog({ ...reading, in: earlierGlob, option: '--earlier' });
  checkOutFiles(
    { '--out': out },
    [...later.files, ...earlier.files, ...(past?.files ?? []), tiers, againstTiers].flatMap((file) => file ?? []),
  );
  const found = [new PeriodSample<LoggedAuction>(mostAuctions), new PeriodSample<LoggedAuction>(mostAuctions)] as const;
  const isDemo = tiers === undefined && api === undefined;
  const given = api === undefined ? loadGiven(tiers, againstTiers) : undefined;
  const sets = given?.loaded ?? [];
  const fee = chooseFee({
    option: options.fee,
    seller: sets.at(-1)?.sellerFeePpm,
    usual: isDemo ? toFeePpm(demoFeePct) : 0,
  });
  let isUnreadable = false;
  const read = async (log: GivenLog, add: (auction: LoggedAuction) => void) => {
    const problem = await readAuctions(log, fee, sets, add);
    if (problem !== undefined) process.stderr.write(`${problem}\n`);
    isUnreadable ||= problem !== undefined;
  };
  for (const [at, log] of [earlier, later].entries()) await read(log, (auction) => found[at]!.add(auction));
  const rules =
    given ??
    (await fetchRules(
      toReadTarget(api!, ymProfile),
      found.flatMap(({ auctions }) => auctions),
    ));
  const zone = calendarOf(options.timezone ?? rules.loaded.at(-1)?.timeZone ?? 'UTC');
  const spans = byClock(
    found.map(({ auctions }) => spanOf(auctions, zone)),
    zone,
  );
  const clocks = spans.map((span) => clockPeriodOf(zone, span));
  const all = found.map(({ auctions, factor }, at) =>
    auctions.map((auction) => toMoved(auction, factor, clocks[at]!, rules.indexOf(auction, at === 1))),
  );
  const leftOut = missingHours(all[1]!, all[0]!);
  const periods = all.map((auctions) => auctions.filter(({ offsetMs }) => !leftOut.has(clockHourOf(offsetMs))));
  const sources = rules.loaded.map(({ source }): TierSetSource => source);
  const movement = tellApart({
    against: periods[0]!,
    from: periods[1]!,
    rules: sources,
    apartMs: spans[1]!.startMs - spans[0]!.startMs,
    hours: { against: clocks[0]!.hours, from: clocks[1]!.hours },
  });
  const nets = new NetByHour(zone, sources[0]!);
  if (past !== null) await read(past, (auction) => nets.add(auction));
  const names = namesOf(rules.loaded, isDemo);
  const report = toMovementReport(
    movement,
    {
      currency: currencyOf(...rules.loaded),
      buyer: (id) => names.get(Number(id)) ?? `buyer ${id}`,
      change: (revision) =>
        rules.loaded.find(({ source }) => source.revision === revision)?.origin?.file ?? `revision ${revision}`,
      value: (dimension, value) => (value === '' ? `no ${dimension}` : `${dimension.replace('_', ' ')} ${value}`),
    },
    {
      leftOut: toLeftOut(leftOut, spans),
      hours: hoursIn(all),
      report: null,
      earlier: nets.pairs({ from: spans[1]!, against: spans[0]! }, periods.map(countByHour), leastMissed),
    },
  );
  say(toText(movementDocument(report satisfies MovementReport)));
  if (out !== undefined) writeJson('--out', out, report);
  return isUnreadable ? exitCode.found : exitCode.done;
}

/**
 * Spans that begin at the same hour of the clock where the logs have hours of the clock in common: of the one that begins
 * later, the first hours are missing.
 */
function byClock<S extends { readonly startMs: number; readonly endMs: number }>(
  spans: readonly S[],
  zone: ZoneCalendar,
): S[] {
  const hours = spans.map(({ startMs }) => zone.clockAt(startMs).hour);
  const first = Math.min(...hours);
  const lateMs = (at: number) => (hours[at]! - first) * hourMs;
  const isCommon = spans.every((span) => span.endMs - span.startMs > Math.max(...spans.map((_, at) => lateMs(at))));
  return spans.map((span, at) => (isCommon ? { ...span, startMs: span.startMs - lateMs(at) } : span));
}

/** As many auctions in an hour of one log are no chance where the other log has none. */
const leastMissed = 10;

type Missing = ReadonlyMap<number, 'from' | 'against'>;

const countByHour = (auctions: readonly MovedAuction[]): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const { offsetMs } of auctions) counts.set(clockHourOf(offsetMs), (counts.get(clockHourOf(offsetMs)) ?? 0) + 1);
  return counts;
};

const hoursIn = (logs: readonly (readonly MovedAuction[])[]): number =>
  new Set(logs.flatMap((log) => [...countByHour(log).keys()])).size;

const lacking = (own: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>) =>
  [...other].flatMap(([hour, count]) => (count >= leastMissed && !own.has(hour) ? [hour] : []));

/** Hours of the clock of which one log has auctions and the other has none, and which of them: that log lacks the hour. */
function missingHours(later: readonly MovedAuction[], earlier: readonly MovedAuction[]): Missing {
  const [from, against] = [countByHour(later), countByHour(earlier)];
  return new Map(
    [
      ...lacking(from, against).map((hour) => [hour, 'from'] as const),
      ...lacking(against, from).map((hour) => [hour, 'against'] as const),
    ].toSorted(([one], [other]) => one - other),
  );
}

const textOf = (span: { readonly startMs: number } | undefined, hour: number) =>
  span === undefined ? null : dateText(span.startMs + hour * hourMs);

/** The hours for the report. A log does not say what they hold in net. */
function toLeftOut(missing: Missing, [against, from]: readonly { readonly startMs: number }[]): LeftOutHour[] {
  return Array.from(missing, ([hour, name]) => ({
    from: textOf(from, hour),
    against: textOf(against, hour),
    missing: [name],
    fromMicros: null,
    againstMicros: null,
  }));
}

function loadGiven(tiers: string | undefined, againstTiers: string | undefined): Rules {
  const later = tiers === undefined ? loadDemoTierSet() : toTierSet(parseTierSetFile(tiers, '--tiers'));
  if (againstTiers === undefined) return { loaded: [later], indexOf: () => 0 };
  const earlier = toTierSet(parseTierSetFile(againstTiers, '--against-tiers'), { current: later });
  return { loaded: [earlier, later], indexOf: (_, isLater) => (isLater ? 1 : 0) };
}

/** Reads the tiers that decided each auction; successive revisions with the same tiers count as one. */
async function fetchRules(target: ReturnType<typeof toReadTarget>, auctions: readonly LoggedAuction[]): Promise<Rules> {
  const deciding = new Map(
    auctions.flatMap(({ decided }) => (decided === undefined ? [] : [[deciderKey(decided), decided] as const])),
  );
  if (deciding.size === 0) {
    throw wrongUsage('--api needs logs that a service recorded: no auction says which tiers decided it; give --tiers.');
  }
  const experiments = new Set([...deciding.values()].flatMap(({ experiment }) => experiment?.id ?? []));
  const designs = new Map<number, Awaited<ReturnType<typeof fetchDesign>>>();
  for (const id of experiments) designs.set(id, await fetchDesign(target, id));
  const found: { readonly key: string; readonly set: LoadedTierSet }[] = [];
  for (const [key, decided] of deciding) {
    const decider = whoDecided(decided, (id) => designs.get(id));
    if (decider === 'live' || decider === 'before') found.push({ key, set: await fetchTierSet(target, decided) });
  }
  const loaded: LoadedTierSet[] = [];
  const indexes = new Map<string, number>();
  let before = '';
  const orderOf = ({ set }: (typeof found)[number]) => numberOf(set.source.revision);
  for (const { key, set } of found.toSorted((one, other) => orderOf(one) - orderOf(other))) {
    const { revision: _, ...content } = set.source;
    const text = JSON.stringify(content);
    if (text !== before) loaded.push(set);
    before = text;
    indexes.set(key, loaded.length - 1);
  }
  if (loaded.length === 0) loaded.push(await fetchTierSet(target));
  return { loaded, indexOf: ({ decided }) => (decided === undefined ? 0 : (indexes.get(deciderKey(decided)) ?? null)) };
}

/** The number of a revision within its partition: 120 of `3-120`. */
const numberOf = (revision: string) => Number(/^\d+-(\d+)/.exec(revision)?.[1] ?? 0);

/** Reads the auctions of a log. Gives what is wrong with a log that cannot be read as a whole; undefined: nothing. */
async function readAuctions(
  log: GivenLog,
  fee: ReturnType<typeof chooseFee>,
  sets: readonly LoadedTierSet[],
  add: (auction: LoggedAuction) => void,
): Promise<string | undefined> {
  const reading = toReadingTask({ ...log, fee }, sets);
  // Reads recorded auctions of every share: each auction is weighted by the share that its line names.
  const sources = await Promise.all(log.files.map((file) => findSource(file, log.logForm)));
  const reader = new LogReader({
    ...reading,
    parts: wholeParts(sources),
    seats: toSeatBook(reading.seats),
    onBrokenLine: log.onBrokenLine,
  });
  for await (const batch of reader) for (const auction of batch) add(auction);
  return findUnreadable(reader.report());
}

/** From the hour of the first auction to that of the last one, by the clock of the zone. */
function spanOf(auctions: readonly LoggedAuction[], zone: ZoneCalendar) {
  const [firstMs, lastMs] = auctions.reduce(
    ([least, most], { request: { timeMs } }) => [Math.min(least, timeMs), Math.max(most, timeMs)],
    [Infinity, -Infinity],
  );
  if (auctions.length === 0) return { startMs: 0, endMs: 0 };
  return { startMs: zone.hourAt(firstMs).startMs, endMs: zone.hourAt(lastMs).endMs };
}

function toMoved(
  auction: LoggedAuction,
  factor: number,
  { offsetOf }: ClockPeriod,
  rules: number | null,
): MovedAuction {
  const { request } = auction;
  const weight = factor * standsFor(auction);
  return { request, weight, offsetMs: offsetOf(request.timeMs), rules, takenMicros: takenOf(auction) };
}

function namesOf(sets: readonly LoadedTierSet[], isDemo: boolean): ReadonlyMap<number, string> {
  return new Map([
    ...(isDemo ? demoBuyers.map(({ id, name }) => [id, name] as const) : []),
    ...sets.flatMap(({ buyerNames }) => [...buyerNames]),
  ]);
}
