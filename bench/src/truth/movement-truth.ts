import { addDays } from '@auction-tiers/calendar';
import { hashSeed, Random } from '@auction-tiers/chance';
import { type Movement, type MovementSentence, movementSentences, tellApart } from '@auction-tiers/movement';
import {
  drawSeller,
  earlierOf,
  type Habit,
  habits,
  lastDay,
  plant,
  planted,
  type PlantedCause,
  type SellerDays,
  tiers,
  toMoved,
} from '@auction-tiers/movement/planted';
import type { AuctionRequest } from '@auction-tiers/tier-engine';
import { atLeast, atMost, formatFigure, formatPercent, type Goal, type Suite, WrongAnswer } from '../suite/suite.ts';

/** What is said of pairs of days, of one kind of seller or with one cause: shares of the pairs. */
interface Row {
  readonly name: string;
  readonly pairs: number;
  readonly ordinary: number;
  /** Of sellers to whom nothing happens: pairs that are called ordinary and have a cause named all the same. */
  readonly namedThough?: number;
  /** Of a cause: pairs whose difference is its part by 90 % and no other part by 5 %, on the same auctions. */
  readonly apart?: number;
  /** Of a cause: pairs of other days in which it is named, and those of them that are not called ordinary. */
  readonly named?: number;
  readonly namedOfOther?: number;
}

const weekDays = 7;
const apartMs = weekDays * 86_400_000;
/** Pairs of each kind and seller, and the auctions of a day. */
const [pairsEach, quietPerDay, causePerDay] = [5, 150, 1000];
const [leastOwn, mostOther] = [0.9, 0.05];
const names = {
  currency: 'USD',
  buyer: (id: string) => `Buyer ${id}`,
  change: String,
  value: (dimension: string, value: string) => `${dimension} ${value}`,
};

/** Days of planted sellers, without a cause and with one, as the service would explain them. */
export const movementTruthSuite: Suite<readonly Row[]> = {
  summary: 'what movement says of days on which nothing happened, and of causes that are known',
  async measure({ rounds, isQuick }, say) {
    const rows: Row[] = [];
    const take = (row: Row) => {
      rows.push(row);
      say(`${row.name}: ${JSON.stringify(row)}`);
    };
    const [sellers, runs] = isQuick ? [1, 1] : [3 * rounds, 3 * rounds];
    for (const [name, habit] of Object.entries(habits)) take(quiet(name, habit, sellers, isQuick ? 30 : quietPerDay));
    const perDay = isQuick ? 60 : causePerDay;
    const days = Array.from({ length: runs }, (_, run) => drawSeller(habits['even days']!, `cause ${run}`, perDay));
    for (const [name, cause] of Object.entries(planted)) take(withCause(name, cause, days, perDay));
    const header = [
      'days',
      'pairs',
      'ordinary',
      'cause though ordinary',
      'told apart',
      'named',
      'named if not ordinary',
    ];
    const cells = ({ name, pairs, ordinary, namedThough, apart, named, namedOfOther }: Row) => [
      name,
      formatFigure(pairs),
      ...[ordinary, namedThough, apart, named, namedOfOther].map(toCell),
    ];
    return { figures: rows, tables: [{ header, rows: rows.map(cells) }], goals: goalsOf(rows) };
  },
};

const toCell = (part: number | undefined): string => (part === undefined ? '' : formatPercent(part));
const least = (parts: readonly (number | undefined)[]): number => Math.min(1, ...parts.map((part) => part ?? 1));
const share = (flags: readonly boolean[]) => flags.filter(Boolean).length / flags.length;

/** Parts that do not add up end the bench. */
function checked(movement: Movement): Movement {
  const sum = movement.parts.reduce((all, { netMicros }) => all + netMicros, 0n);
  if (sum !== movement.differenceMicros) throw new WrongAnswer(`Parts are ${sum}, not ${movement.differenceMicros}.`);
  return movement;
}

const daysBefore = (ago: number) => [addDays(lastDay, -ago), addDays(lastDay, -ago - weekDays)] as const;

function sentencesOf(days: SellerDays, ago: number, later: readonly AuctionRequest[]): readonly MovementSentence[] {
  const [from, against] = daysBefore(ago);
  const order = { against: toMoved(days.get(against)!), from: toMoved(later), rules: [tiers], apartMs };
  const earlier = earlierOf(days, from, against);
  return movementSentences(checked(tellApart(order)), names, { leftOut: [], hours: 24, report: null, earlier });
}

const isOrdinary = (sentences: readonly MovementSentence[]) => sentences.some(({ kind }) => kind === 'ordinary');
const causesOf = (sentences: readonly MovementSentence[]) =>
  sentences.filter(({ kind }) => kind !== 'net' && kind !== 'ordinary');

function quiet(name: string, habit: Habit, sellers: number, perDay: number): Row {
  const said = Array.from({ length: sellers }, (_, at) => {
    const days = drawSeller(habit, `${name} ${at}`, perDay);
    return Array.from({ length: pairsEach }, (__, ago) => sentencesOf(days, ago, days.get(daysBefore(ago)[0])!));
  }).flat();
  return {
    name: `nothing happened: ${name}`,
    pairs: said.length,
    ordinary: share(said.map(isOrdinary)),
    namedThough: share(said.map((one) => isOrdinary(one) && causesOf(one).length > 0)),
  };
}

function isApart({ parts, differenceMicros }: Movement, { kinds }: PlantedCause): boolean {
  const part = (net: bigint) => Number(net) / Number(differenceMicros);
  const own = parts.filter(({ kind }) => kinds.includes(kind)).reduce((sum, one) => sum + part(one.netMicros), 0);
  const others = parts.filter(({ kind }) => !kinds.includes(kind));
  return own >= leastOwn && others.every(({ netMicros }) => Math.abs(part(netMicros)) < mostOther);
}

function withCause(name: string, cause: PlantedCause, sellers: readonly SellerDays[], perDay: number): Row {
  const said = sellers.map((days, run) => {
    const random = new Random(hashSeed(`${name} ${run}`), 1);
    return sentencesOf(days, 0, cause.change(days.get(lastDay)!, random));
  });
  const isNamed = (one: readonly MovementSentence[]) => causesOf(one).some(({ text }) => cause.says.test(text));
  const others = said.filter((one) => !isOrdinary(one));
  return {
    name,
    pairs: said.length,
    ordinary: share(said.map(isOrdinary)),
    apart: share(sellers.map((_, run) => isApart(checked(tellApart(plant(cause, `${name} ${run}`, perDay))), cause))),
    named: share(said.map(isNamed)),
    ...(others.length === 0 ? {} : { namedOfOther: share(others.map(isNamed)) }),
  };
}

/** For each goal, the row that misses it most. */
function goalsOf(rows: readonly Row[]): Goal[] {
  const quietRows = rows.filter(({ namedThough }) => namedThough !== undefined);
  const thoughOrdinary = Math.max(...quietRows.map(({ namedThough }) => namedThough ?? 0));
  return [
    atLeast(0.9, 'nothing happened: called ordinary', least(quietRows.map((row) => row.ordinary)), formatPercent),
    atMost(0, 'nothing happened: a cause though ordinary', thoughOrdinary, formatPercent),
    atLeast(1, 'a cause: 90 % its part, no other 5 %', least(rows.map(({ apart }) => apart)), formatPercent),
    atLeast(0.9, 'not ordinary: the cause named', least(rows.map((row) => row.namedOfOther)), formatPercent),
  ];
}
