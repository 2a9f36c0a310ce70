export type { AnswerBid, AnswerStrayBid, AnswerWinner, OpenRtbAnswer } from './answer.ts';
export { toAnswerStrayBid, toOpenRtbAnswer } from './answer.ts';
export type { CountryDirectory, Directory, SeatDirectory } from './directory.ts';
export type { Issue } from './issue.ts';
export type {
  Defaults,
  InvalidBid,
  InvalidReason,
  OpenRtbAuction,
  OpenRtbInput,
  SeatBid,
  StrayBid,
  ToAuctionsResult,
} from './model.ts';
export { invalidReasons } from './model.ts';
export type { LosingReason } from './reason.ts';
export { lossReasonCodes, nonBidStatusCodes } from './reason.ts';
export type { NonBid, SeatNonBid } from './seat-non-bid.ts';
export { toSeatNonBids } from './seat-non-bid.ts';
export { toAuctions } from './to-auctions.ts';
