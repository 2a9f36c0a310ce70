export { type AnswerOrigin, movedMinimums, type MovedMinimum } from './answer.ts';
export {
  type Arm,
  armOf,
  bucketCount,
  daysPerPair,
  type Place,
  placeOf,
  type Schedule,
  type WholeSeller,
} from './assignment.ts';
export { type ClusterAttribute, clusterAttributes, type Clusters, proposeClusters } from './clusters.ts';
export {
  type ArmTotals,
  type CountedAuction,
  type CountedBuyer,
  buyerBlockCount,
  changeBin,
  ExperimentCounts,
  type ExperimentCountsData,
  partOfDay,
  partsPerDay,
} from './counts.ts';
export {
  type BuyerResult,
  type Change,
  type CoursePoint,
  type Design,
  designs,
  type Effect,
  type ExperimentVerdict,
  type MoneyRange,
} from './experiment-result.ts';
export {
  type Breach,
  checkBuyers,
  checkCommitments,
  checkFill,
  checkMoney,
  checkSampleRatio,
  checkTotal,
  type Guard,
  leastBayesFactor,
  moneySpent,
  totalsOf,
  type WatchedCommitment,
} from './guard.ts';
export { estimateParts } from './parts.ts';
export {
  daysToShow,
  type Moments,
  type PlanEvidence,
  planExperiment,
  type PlannedDesign,
  plannedPercents,
} from './plan.ts';
export { type BuyerBefore, type PartOfDay, usualOfBuyers } from './whole-seller-buyers.ts';
export { buyersOf, type ExperimentState, toExperimentResult } from './result.ts';
export { drawSchedule, scheduleOf } from './schedule.ts';
export { daysOfSeller } from './seller-schedule.ts';
export { type Cell, drawCount, estimateSwitchback, type SwitchbackEstimate } from './switchback.ts';
