export {
  decideAuction,
  Decision,
  forgoneMicros,
  isSameBuyer,
  netTakenMicros,
  rankBids,
} from './auction/decide.ts';
export type {
  AuctionExplanation,
  BelowMinPriceDetail,
  BidExplanation,
  BuyerNotListedDetail,
  MatchedDetail,
  NotRunningDetail,
  ProfileMismatchDetail,
  TierChoice,
  TierDraw,
  TierResult,
  TooCostlyDetail,
} from './auction/explain.ts';
export { explainAuction } from './auction/explain.ts';
export type { MinToWin, NextPrice, NoPriceWins } from './auction/min-to-win.ts';
export { minToWin } from './auction/min-to-win.ts';
export { runAuction, toAuctionResult } from './auction/result.ts';
export { selectTiers } from './auction/select.ts';
export type {
  AuctionRequest,
  AuctionResult,
  AuctionType,
  Bid,
  BidResult,
  MemberAction,
  Outcome,
  Profile,
  Tier,
  TierSetSource,
  TierState,
  Winner,
} from './model/auction.ts';
export { outcomes, tierStates } from './model/auction.ts';
export type { Issue } from './model/issue.ts';
export type {
  BidAttributes,
  CityTarget,
  Day,
  DaypartTarget,
  DaypartWindow,
  DeviceType,
  Impression,
  InventoryId,
  InventoryTarget,
  KeyValueTarget,
  ListTarget,
  MediaType,
  Position,
  SegmentTarget,
  Size,
  SupplyType,
  TargetAction,
  Targeting,
} from './model/targeting.ts';
export { days, deviceTypes, mediaTypes, positions, supplyTypes } from './model/targeting.ts';
export type { FeeResult, MoneyResult } from './money/money.ts';
export {
  formatDifference,
  formatEarned,
  formatFee,
  formatMoney,
  grossNeededMicros,
  maxPriceMicros,
  microsToNumber,
  netMicros,
  parseBid,
  parseFee,
  parseFloor,
  parseMoney,
  toFeePpm,
} from './money/money.ts';
export type { BuyerPairs } from './set/buyer-pairs.ts';
export type { BuyerTable } from './set/buyer-table.ts';
export { indexBuyers } from './set/buyer-table.ts';
export type { CompileResult, PreparedTierSet } from './set/compile.ts';
export { compile, prepareTierSet } from './set/compile.ts';
export type { NotRunning } from './set/conditions.ts';
export type { TierSet } from './set/tier-set.ts';
export type { Difference, Dimension, JsonValue, Mismatch } from './targeting/dimension.ts';
export { isTimezone } from './targeting/zone-clock.ts';
