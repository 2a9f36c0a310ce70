export type {
  AnswerBid,
  AnswerStrayBid,
  AnswerWinner,
  LeastPrices,
  NonBid,
  OpenRtbAnswer,
  SeatNonBid,
} from './answer.ts';
export { toAnswerStrayBid, toOpenRtbAnswer, toSeatNonBids } from './answer.ts';
export { Exchange } from './currency.ts';
export { settleGroups } from './group.ts';
export type {
  CountryDirectory,
  Defaults,
  Directory,
  Group,
  InvalidBid,
  InvalidReason,
  Issue,
  OpenRtbAuction,
  OpenRtbInput,
  RefusedImpression,
  SeatBid,
  SeatDirectory,
  StrayBid,
  ToAuctionsResult,
} from './model.ts';
export { invalidReasons } from './model.ts';
export type { LosingReason } from './reason.ts';
export { lossReasonCodes, nonBidStatusCodes } from './reason.ts';
export { toAuctions, toPublisherId } from './to-auctions.ts';
