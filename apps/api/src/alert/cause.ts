import type { Anomaly } from '@auction-tiers/alert';
import { type AlertKind, epochMsOf, type Experiment, type Forecast, type StoredDraft } from '@auction-tiers/contract';

/** What is off, and of what. */
export interface Cause {
  readonly kind: AlertKind;
  /** The buyer, tier, experiment, draft or forecast. */
  readonly subjectId: number | null;
}

/** A cause, and what is said of it. */
export interface Finding extends Cause {
  readonly sentence: string;
  readonly also: string | null;
  /** Such a thing comes by chance about once in so many days; 0: it is no chance. */
  readonly everyDays: number;
}

/** The name of what is watched, of a cause that is found by counts. */
export const watchedName = ({ kind, subjectId }: Cause): string => (subjectId === null ? kind : `${kind}:${subjectId}`);

export const isCounted = (kind: AlertKind): boolean => kind !== 'experiment' && kind !== 'draft' && kind !== 'forecast';

export const isSame = (one: Cause, other: Cause): boolean =>
  one.kind === other.kind && one.subjectId === other.subjectId;

/** How people call what a cause is of. */
export interface CauseNames {
  readonly currency: string;
  readonly buyer: (id: number) => string;
  readonly tier: (id: number) => string;
}

const [microsPerUnit, thousand] = [1_000_000, 1000];
const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const money = (micros: number) => (micros / microsPerUnit / thousand).toFixed(2);
const percent = (part: number) => `${(100 * part).toFixed(1)} %`;

/** What counts have found, in words. The looks are at half an hour each. */
export function findingOf(anomaly: Anomaly, names: CauseNames): Finding {
  const { name, count, exposure, expected, everyDays, also } = anomaly;
  const [kind, id] = name.split(':') as [AlertKind, string?];
  const subjectId = id === undefined ? null : Number(id);
  const of = (unit: string, show: (value: number) => string) =>
    `${show(count)}${unit} in half an hour, where ${show(expected)}${unit} is usual`;
  const words: Partial<Record<AlertKind, () => string>> = {
    auctions: () => `Auctions: ${of('', whole)}`,
    net: () => `Net: ${of(` ${names.currency}`, money)}`,
    fill: () => `Fill: ${percent(count / exposure)}, where ${percent(expected / exposure)} is usual`,
    price: () => {
      const [now, usual] = [count, expected].map((net) => (net / exposure / microsPerUnit).toFixed(2));
      return `Net CPM: ${now} ${names.currency}, where ${usual} is usual`;
    },
    buyer: () => `${names.buyer(subjectId ?? 0)}: ${of(' bids', whole)}`,
    tier: () => `Tier ${names.tier(subjectId ?? 0)}: ${of(' wins', whole)}`,
  };
  return {
    kind,
    subjectId,
    sentence: words[kind]?.() ?? name,
    also: also.length === 0 ? null : also.join(','),
    everyDays: Number(everyDays.toPrecision(3)),
  };
}

/** A forecast that was missed is told for so long. */
const forecastMs = 7 * 24 * 3_600_000;

interface StoredRows {
  readonly experiments: readonly Pick<Experiment, 'id' | 'name' | 'state' | 'reason' | 'ym_profile_id'>[];
  readonly drafts: readonly Pick<StoredDraft, 'id' | 'name' | 'state' | 'suspended_reason' | 'ym_profile_id'>[];
  readonly forecasts: readonly Pick<Forecast, 'id' | 'outcome' | 'last_modified' | 'ym_profile_id'>[];
}

/** What is off at a ym-profile that no count tells. */
export function findStored(
  { experiments, drafts, forecasts }: StoredRows,
  ymProfileId: number,
  nowMs: number,
): Finding[] {
  const own = <Row extends { readonly ym_profile_id: number }>(rows: readonly Row[]) =>
    rows.filter(({ ym_profile_id: id }) => id === ymProfileId);
  const told = { also: null, everyDays: 0 } as const;
  return [
    ...own(experiments)
      .filter(({ state }) => state === 'paused')
      .map(({ id, name, reason }) => ({
        ...told,
        kind: 'experiment' as const,
        subjectId: id,
        sentence: `Experiment ${name} is paused: ${reason ?? 'no reason is known'}`,
      })),
    ...own(drafts)
      .filter(({ state }) => state === 'suspended')
      .map(({ id, name, suspended_reason: reason }) => ({
        ...told,
        kind: 'draft' as const,
        subjectId: id,
        sentence: `Draft ${name} was not published at its time: ${reason ?? 'no reason is known'}`,
      })),
    ...own(forecasts)
      .filter(({ outcome, last_modified: on }) => outcome === 'below' && nowMs - (epochMsOf(on) ?? 0) < forecastMs)
      .map(({ id }) => ({
        ...told,
        kind: 'forecast' as const,
        subjectId: id,
        sentence: 'A published draft earned less than its comparison had promised',
      })),
  ];
}
