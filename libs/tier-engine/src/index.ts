export { runAuction } from './auction.ts';
export type { CompileResult } from './compile.ts';
export { compile, compileInSteps } from './compile.ts';
export { decideAuction } from './decide.ts';
export type { Outcome } from './decision.ts';
export { Decision, outcomes } from './decision.ts';
export { explainAuction } from './explain.ts';
export type {
  AuctionExplanation,
  BelowMinPriceDetail,
  BidExplanation,
  BuyerNotListedDetail,
  MatchedDetail,
  ProfileMismatchDetail,
  TierDecision,
  TierDraw,
  TierVerdict,
} from './explanation.ts';
export type { DeviceType, Impression, Size, SupplyType } from './impression.ts';
export { deviceTypes, supplyTypes } from './impression.ts';
export type { FeeResult } from './fee.ts';
export { formatFee, grossNeededMicros, netMicros, parseFee } from './fee.ts';
export { countFunnel, Funnel } from './funnel.ts';
export type { Prospect, TierPrice } from './gross-needed.ts';
export { grossNeeded } from './gross-needed.ts';
export type { Issue } from './issue.ts';
export type {
  AuctionRequest,
  AuctionResult,
  AuctionType,
  Bid,
  BidResult,
  MemberAction,
  Profile,
  Tier,
  TierSetSource,
  Winner,
} from './model.ts';

export type { MoneyResult } from './money.ts';
export { formatMoney, maxPriceMicros, microsToNumber, parseMoney, parsePrice } from './money.ts';
export { selectTiers } from './select.ts';
export type { Difference, Dimension, JsonValue, Mismatch } from './targeting/condition.ts';
export type {
  CityTarget,
  Day,
  DaypartTarget,
  DaypartWindow,
  InventoryTarget,
  KeyValueTarget,
  ListTarget,
  SegmentTarget,
  TargetAction,
  Targeting,
} from './targeting/model.ts';
export { days } from './targeting/model.ts';
export type { TierSet } from './tier-set.ts';
