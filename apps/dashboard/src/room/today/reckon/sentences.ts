import { calendarOf, type Day } from '@auction-tiers/calendar';
import type { HistoryStep, ReportRow, TierSetFinding, UsualDay } from '@auction-tiers/contract';
import { stepWords } from '../../../difference/step-words.ts';
import { counted, countText, lasted, percentColumn, percentText } from '../../../figure/count.ts';
import { dayText, hourMs, msOf, timeText } from '../../../figure/date.ts';
import { cpmColumn, earnedText, type Range, sideOf } from '../../../figure/figures.ts';
import { sumOf } from '../../../part/column.ts';
import { buyerName } from '../../../words/buyer-name.ts';
import { listed } from '../../../words/listed.ts';
import { upper } from '../../../words/phrase.ts';
import { groupChanges, groupWords } from './changes.ts';
import { type FigureName, type Figures, figureNames } from './sums.ts';

/** Where a sentence leads. */
export interface Way {
  readonly to: '/tiers' | '/tiers/$tier' | '/buyers' | '/history' | '/why';
  readonly tier?: number;
  /** What the room is asked to show. */
  readonly search?: Readonly<Record<string, unknown>>;
}

/** Something worth reading. */
export interface Sentence {
  readonly key: string;
  readonly text: string;
  readonly way: Way;
  /** Net that it is about, of either sign; 0 or undefined: not known. */
  readonly money?: number;
}

interface NamedTier {
  readonly id: number;
  readonly name: string;
}

/** The data of the sentences; null: not read yet, or not available. */
export interface News {
  readonly day: Day;
  readonly timeZone: string;
  readonly currency: string;
  /** Buyers whose silence is unlikely for them. */
  readonly quiet: UsualDay['quiet_buyers'] | null;
  /** Up to when they are silent. */
  readonly completeMs: number;
  readonly findings: readonly TierSetFinding[] | null;
  readonly tiers: readonly NamedTier[];
  readonly figures: Figures | null;
  /** Its usual ranges. */
  readonly usual: UsualDay['day'] | null;
  /** Since when, or from when to when, it had no auctions where it usually has some: `none since 18:00`. */
  readonly outage: string | null;
  readonly withoutWins: readonly NamedTier[] | null;
  /** Auctions of the day with places that do not exist, by the attributes that name these places. */
  readonly unknownValues: readonly Pick<ReportRow, 'unknown_value' | 'auctions'>[] | null;
  /** The latest first. */
  readonly steps: readonly HistoryStep[] | null;
  /** The day since when `steps` are. */
  readonly stepsSince: Day;
}

const mostSentences = 5;
const mostQuiet = 2;

/** The sentences to show: those about the most money first, then those without a known amount, by importance. */
export function sentencesOf(news: News): Sentence[] {
  const [net, others] = figureSentences(news);
  return [
    ...quietSentences(news),
    ...lintSentences(news),
    ...net,
    ...unknownSentences(news),
    ...winSentences(news),
    ...others,
    ...changes(news),
  ]
    .toSorted((one, other) => Math.abs(other.money ?? 0) - Math.abs(one.money ?? 0))
    .slice(0, mostSentences);
}

function quietSentences({ quiet, completeMs, timeZone, day, currency }: News): Sentence[] {
  if (quiet === null || quiet.length === 0) return [];
  const shown = quiet.length > mostQuiet ? quiet.slice(0, mostQuiet - 1) : quiet;
  const sentences = shown.map((buyer): Sentence => {
    const days = counted(Math.round(buyer.every_days), 'day');
    const often = buyer.is_rarer ? `less often than once in ${days}` : `about once in ${days}`;
    const [sinceMs, money] = [msOf(buyer.since), Number(buyer.missed_net)];
    const hours = Math.floor((completeMs - sinceMs) / hourMs);
    return {
      key: `quiet ${buyer.buyer_id}`,
      text: `${quietName(buyer)} has not bid for ${lasted(hours)}, since ${momentWords(sinceMs, timeZone, day)}; that happens ${often}, and it usually brings ${earnedText(money)} ${currency} in that time`,
      way: { to: '/buyers', search: { buyer: buyer.buyer_id } },
      money,
    };
  });
  const more = quiet.slice(shown.length);
  if (more.length === 0) return sentences;
  const text = `${more.length} more buyers have gone quiet: ${listed(more.map(quietName))}`;
  const money = more.reduce((sum, one) => sum + Number(one.missed_net), 0);
  return [...sentences, { key: 'quiet more', text, way: { to: '/buyers' }, money }];
}

export const quietName = ({ buyer_id: id, buyer_name: name }: UsualDay['quiet_buyers'][number]): string =>
  buyerName({ id, name });

function lintSentences({ findings, tiers }: News): Sentence[] {
  const errors = (findings ?? []).filter(({ severity }) => severity === 'error');
  const ids = [...new Set(errors.flatMap(({ tier_ids: of }) => of))];
  if (ids.length === 0) return [];
  const nameOf = (id: number) => tiers.find((tier) => tier.id === id)?.name ?? `tier no. ${id}`;
  const [first] = errors;
  if (ids.length === 1) {
    const text = `Tier ${nameOf(ids[0]!)} can never win a bid. ${first!.message}`;
    return [{ key: 'lint', text, way: { to: '/tiers/$tier', tier: ids[0]! } }];
  }
  const text = `${ids.length} tiers can never win a bid: ${listed(ids.map(nameOf))}`;
  return [{ key: 'lint', text, way: { to: '/tiers', search: { lint: 'error' } } }];
}

export interface Wording {
  readonly name: string;
  /** The figure alone. */
  readonly say: (value: number) => string;
  readonly unit: string;
}

const ofCount = (value: number): string => countText(Math.round(value));

/** The name and the unit of each figure. */
export const figureWords = (currency: string): Readonly<Record<FigureName, Wording>> => ({
  net: { name: 'Net', say: earnedText, unit: ` ${currency}` },
  auctions: { name: 'Auctions', say: ofCount, unit: '' },
  fill: { name: 'Fill', say: percentColumn, unit: ' %' },
  net_cpm: { name: 'Net CPM', say: cpmColumn, unit: ` ${currency} CPM` },
  forgone: { name: 'Forgone', say: earnedText, unit: ` ${currency}` },
});

/** `11.41 – 15.36 EUR`. */
export const rangeText = ({ low, high }: Range, { say, unit }: Wording): string => `${say(low)} – ${say(high)}${unit}`;

/** Where the rooms tell more of each figure. */
export const ways: Readonly<Record<FigureName, Way>> = {
  net: { to: '/buyers' },
  auctions: { to: '/buyers' },
  fill: { to: '/why' },
  net_cpm: { to: '/buyers' },
  forgone: { to: '/tiers', search: { sort: 'forgone.desc' } },
};

type FewerAsked = Pick<News, 'usual'> & { readonly figures: Pick<Figures, 'auctions'> | null };

/** What fewer auctions than usual have cost, where each earns as usual; null: they are not fewer. */
export function fewerAuctions({ figures, usual }: FewerAsked): Readonly<Record<'share' | 'money', number>> | null {
  const range = usual?.auctions ?? null;
  const auctions = figures?.auctions ?? null;
  if (range === null || auctions === null || sideOf(auctions, range, ofCount) >= 0) return null;
  const share = 1 - auctions / range.expected;
  return { share, money: -share * (usual?.net?.expected ?? 0) };
}

function figureSentences({ figures, usual, outage, currency }: News): readonly [net: Sentence[], others: Sentence[]] {
  if (figures === null || usual === null) return [[], []];
  const sentences = figureNames.flatMap((name): Sentence[] => {
    const range = usual[name];
    const words = figureWords(currency)[name];
    const side = sideOf(figures[name], range, words.say);
    if (side === 0 || range === null) return [];
    const word = side > 0 ? 'above' : 'below';
    const said = `${words.say(figures[name]!)}${words.unit}`;
    const what = name === 'auctions' ? `${said} ${said === '1' ? 'auction' : 'auctions'}` : `${words.name} is ${said}`;
    const fewer = name === 'auctions' ? fewerAuctions({ figures, usual }) : null;
    const none = fewer === null || outage === null ? '' : `; ${outage}`;
    const text = `${what}, ${word} what is usual: ${rangeText(range, words)}${none}`;
    // The other figures are parts of net; missing auctions are most of it wherever there are any.
    const money = name === 'net' ? figures.net! - range.expected : (fewer?.money ?? 0);
    return [{ key: name, text, way: ways[name], money }];
  });
  return [sentences.filter(({ key }) => key === 'net'), sentences.filter(({ key }) => key !== 'net')];
}

function winSentences({ withoutWins }: News): Sentence[] {
  if (withoutWins === null || withoutWins.length === 0) return [];
  const [first] = withoutWins;
  if (withoutWins.length === 1) {
    const text = `Tier ${first!.name} has won nothing for a week`;
    return [{ key: 'no wins', text, way: { to: '/tiers/$tier', tier: first!.id } }];
  }
  const text = `${withoutWins.length} live tiers have won nothing for a week: ${listed(withoutWins.map(({ name }) => name))}`;
  return [{ key: 'no wins', text, way: { to: '/tiers' } }];
}

/** Places that do not exist are reported above this share of a day's auctions. */
const mostUnknown = 0.01;
const placeWords: Readonly<Record<string, string>> = { country: 'country', region: 'region', dma: 'market area' };

function unknownSentences({ unknownValues, figures }: News): Sentence[] {
  const rows = unknownValues ?? [];
  const auctions = sumOf(rows, ({ auctions: some = 0 }) => some);
  const share = auctions / (figures?.auctions ?? 0);
  if (!(share > mostUnknown)) return [];
  const named = [...new Set(rows.flatMap(({ unknown_value: of }) => of?.split(',') ?? []))].flatMap(
    (one) => placeWords[one] ?? [],
  );
  const text = `${percentText(share)} of the auctions (${countText(auctions)}) name a ${named.join(' or ')} that does not exist, so targeting takes it as missing`;
  return [{ key: 'unknown values', text, way: { to: '/why' } }];
}

function changes({ steps, stepsSince, timeZone, day }: News): Sentence[] {
  const groups = groupChanges(steps ?? []);
  const [last] = groups;
  if (last === undefined) return [];
  const more = groups.length > 1 ? `; ${counted(groups.length - 1, 'earlier step')} since ${dayText(stepsSince)}` : '';
  const what = stepWords(last.summary[0] ?? 'nothing that is left');
  const rest = last.summary.length > 1 ? ` and ${counted(last.summary.length - 1, 'more change', 'more changes')}` : '';
  const text = `${upper(momentWords(last.timeMs, timeZone, day))}, ${groupWords(last)}: ${what}${rest}${more}`;
  return [{ key: 'changes', text, way: { to: '/history', search: { since: stepsSince } } }];
}

/** `17:00 (UTC)` on the day itself, else `Sat, Nov 21, 09:30 (UTC)`. */
export function momentWords(ms: number, timeZone: string, day: Day): string {
  const of = calendarOf(timeZone).dayAt(ms);
  return of === day ? timeText(ms, timeZone) : `${dayText(of)}, ${timeText(ms, timeZone)}`;
}
