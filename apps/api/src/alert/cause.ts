import type { Anomaly, QuietBuyer, WindowName } from '@auction-tiers/alert';
import {
  type AlertKind,
  type AuctionTier,
  epochMsOf,
  type Experiment,
  type Forecast,
  type StoredDraft,
} from '@auction-tiers/contract';
import { english } from '@auction-tiers/figure';
import { formatEarned } from '@auction-tiers/tier-engine';

/** What is unusual, and the object that it is about. */
export interface Cause {
  readonly kind: AlertKind;
  /** The buyer, tier, experiment, draft or forecast. */
  readonly subjectId: number | null;
}

/** A cause, and what an alert says about it. */
export interface Finding extends Cause {
  readonly sentence: string;
  readonly also: string | null;
  /** Net seen less net expected, as the sum of net CPM micros; null: not known. */
  readonly netMicros: number | null;
  /** Chance alone causes this about once in so many days; 0: chance cannot cause it. */
  readonly everyDays: number;
  /** Further words of the sentence, which cost more than to find it. Default: none. */
  readonly more?: () => Promise<string>;
}

/** A finding that chance cannot cause, and whose money is not known. */
export const toldOf = (kind: AlertKind, subjectId: number | null, sentence: string): Finding => ({
  kind,
  subjectId,
  sentence,
  also: null,
  netMicros: null,
  everyDays: 0,
});

/** The name that the detection by counts uses for a cause. */
export const watchedName = ({ kind, subjectId }: Cause): string => (subjectId === null ? kind : `${kind}:${subjectId}`);

export const isSame = (one: Cause, other: Cause): boolean =>
  one.kind === other.kind && one.subjectId === other.subjectId;

/** Whether a tier can win now: a tier that was deleted or switched off, or has expired, stops winning on purpose. */
export function mayWin(tier: AuctionTier | undefined, nowMs: number): boolean {
  if (tier === undefined || tier.state !== 'active' || tier.member_action === 'exclude') return false;
  const [startMs = 0, endMs = Infinity] = [tier.start_date, tier.end_date].map((text) => epochMsOf(text ?? ''));
  return startMs <= nowMs && nowMs < endMs;
}

/** The names of the objects that causes are about. */
export interface CauseNames {
  readonly currency: string;
  readonly buyer: (id: number) => string;
  readonly tier: (id: number) => string;
}

/** A price of one CPM micro is a thousandth of a micro per impression. */
const [microsPerUnit, thousand] = [1_000_000, 1000];
export const moneyWords = (micros: number) => english.decimal(micros / microsPerUnit / thousand, 2);
export const moneyDecimal = (micros: number | null): string | null =>
  micros === null ? null : formatEarned(BigInt(Math.round(micros)));

const windowWords: Readonly<Record<WindowName, string>> = { half: 'half an hour', hour: 'an hour', day: '24 hours' };

/** The finding, in words, of an anomaly in counts. */
export function findingOf(anomaly: Anomaly, names: CauseNames): Finding {
  const { name, window, count, exposure, expected, everyDays, also, netDifference } = anomaly;
  const [kind, id] = name.split(':') as [AlertKind, string?];
  const subjectId = id === undefined ? null : Number(id);
  const of = (unit: string, show: (value: number) => string, verb = 'are') =>
    `${show(count)}${unit} in ${windowWords[window]}, where ${show(expected)}${unit} ${verb} usual`;
  const cpm = () => {
    const [now, usual] = [count, expected].map((net) => english.decimal(net / exposure / microsPerUnit, 2));
    return `${now} ${names.currency}, where ${usual} is usual`;
  };
  const words: Partial<Record<AlertKind, () => string>> = {
    auctions: () => `Auctions: ${of('', english.count)}`,
    net: () => `Net: ${of(` ${names.currency}`, moneyWords, 'is')}`,
    fill: () => `Fill: ${english.percent(count / exposure)}, where ${english.percent(expected / exposure)} is usual`,
    price: () => `Net CPM: ${cpm()}`,
    buyer: () => `${names.buyer(subjectId ?? 0)}: ${of(' bids', english.count)}`,
    buyer_price: () => `${names.buyer(subjectId ?? 0)} pays a net CPM of ${cpm()}`,
    tier: () => `Tier ${names.tier(subjectId ?? 0)}: ${of(' wins', english.count)}`,
  };
  const side = (netDifference ?? 0) < 0 ? 'below' : 'above';
  const worth =
    netDifference === null || kind === 'net'
      ? ''
      : `; net is ${moneyWords(Math.abs(netDifference))} ${names.currency} ${side} usual`;
  return {
    kind,
    subjectId,
    sentence: (words[kind]?.() ?? name) + worth,
    also: also.length === 0 ? null : also.join(','),
    netMicros: netDifference,
    everyDays: Number(everyDays.toPrecision(3)),
  };
}

/** The finding of a buyer that is quiet for longer than is likely for it. */
export function quietOf({ buyer, hours, everyDays, isRarer, missedNet }: QuietBuyer, names: CauseNames): Finding {
  const days = `${english.count(everyDays)} days`;
  const often = isRarer ? `less often than once in ${days}` : `about once in ${days}`;
  return {
    kind: 'buyer',
    subjectId: buyer,
    sentence: `${names.buyer(buyer)} has not bid for ${english.lasted(hours)}; that happens ${often}, and it usually brings ${moneyWords(missedNet)} ${names.currency} in that time`,
    also: null,
    netMicros: -missedNet,
    everyDays: Number(everyDays.toPrecision(3)),
  };
}

/** How long a missed forecast is reported. */
const forecastMs = 7 * 24 * 3_600_000;

interface StoredRows {
  readonly experiments: readonly Pick<Experiment, 'id' | 'name' | 'state' | 'reason' | 'ym_profile_id'>[];
  readonly drafts: readonly Pick<
    StoredDraft,
    | 'id'
    | 'name'
    | 'state'
    | 'suspended_reason'
    | 'ym_profile_id'
    | 'approved_by'
    | 'asked_by'
    | 'asked_note'
    | 'asked_summary'
  >[];
  readonly forecasts: readonly Pick<
    Forecast,
    | 'id'
    | 'outcome'
    | 'last_modified'
    | 'ym_profile_id'
    | 'promised_difference'
    | 'measured_difference'
    | 'measured_auctions'
  >[];
  /** The decisions of running experiments, by id; null or undefined: not decided. */
  readonly decided: ReadonlyMap<number, string | null>;
}

const because = (reason: string | null): string => reason ?? 'no reason is known';

/** What a draft waits for: a decision after it was suspended, or an approval or a publish that it was asked for. */
function draftSentence(draft: StoredRows['drafts'][number]): string[] {
  const { id, name, state, suspended_reason: reason, asked_by: asker, asked_note: note } = draft;
  const title = name === null ? `Draft ${id}` : `Draft ${name}`;
  if (state === 'open' || state === 'suspended') {
    if (asker !== null && draft.approved_by === null) {
      const words = note === null ? '' : ` Note: ${note}`;
      return [`${title} is waiting for a publisher; ${asker} asks for it. ${draft.asked_summary ?? ''}${words}`.trim()];
    }
  }
  return state === 'suspended' ? [`${title} was not published at its time: ${because(reason)}`] : [];
}

/** The findings about a ym-profile's stored objects, which counts do not show. */
export function findStored(
  { experiments, drafts, forecasts, decided }: StoredRows,
  { ymProfileId, currency, nowMs }: { readonly ymProfileId: number; readonly currency: string; readonly nowMs: number },
): Finding[] {
  const own = <Row extends { readonly ym_profile_id: number }>(rows: readonly Row[]) =>
    rows.filter(({ ym_profile_id: id }) => id === ymProfileId);
  return [
    ...own(experiments).flatMap(({ id, name, state, reason }) => {
      const judged = decided.get(id) ?? null;
      if (state === 'paused') return [toldOf('experiment', id, `Live test ${name} is paused: ${because(reason)}`)];
      return state === 'running' && judged !== null
        ? [toldOf('experiment', id, `Live test ${name} can be decided: ${judged}`)]
        : [];
    }),
    ...own(drafts).flatMap((draft) => draftSentence(draft).map((sentence) => toldOf('draft', draft.id, sentence))),
    ...own(forecasts)
      .filter(({ outcome, last_modified: on }) => outcome === 'below' && nowMs - (epochMsOf(on) ?? 0) < forecastMs)
      .map((forecast) => {
        const netMicros = missedMicros(forecast);
        const worth = netMicros === null ? '' : `: ${moneyWords(-netMicros)} ${currency} less`;
        const sentence = `A published draft has earned less than its try had forecast${worth}`;
        return { ...toldOf('forecast', forecast.id, sentence), netMicros };
      }),
  ];
}

/** By how much the measured auctions earned less than a forecast promised; promises are per thousand auctions. */
function missedMicros({
  promised_difference: promised,
  measured_difference: measured,
  measured_auctions: auctions,
}: StoredRows['forecasts'][number]): number | null {
  if (promised === null || measured === null || auctions === null) return null;
  return (Number(measured) - Number(promised)) * auctions * microsPerUnit;
}
