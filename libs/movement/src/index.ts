export type { CellDimension } from './cell.ts';
export { clockHourOf, type ClockHours, type ClockPeriod, clockPeriodOf } from './clock-period.ts';
export type { Compared, LeftOutHour } from './hours-left-out.ts';
export type { MovedAuction } from './moved-auction.ts';
export type { BuyerFacts } from './buyer-facts.ts';
export {
  type Movement,
  type MovementKind,
  movementKinds,
  type MovementOrder,
  type MovementPart,
  tellApart,
} from './movement.ts';
export { earlierDays, type EarlierOrder, type EarlierPair, earlierPairs } from './ordinary.ts';
export { PeriodSample } from './period-sample.ts';
export { toMovementReport } from './report.ts';
export { type MovementNames, movementSentences, type MovementSentence } from './sentence.ts';
