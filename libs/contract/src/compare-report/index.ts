export { enoughDaysText, partsText, toldWarnings, unitsText } from './certainty.ts';
export { ChangeExample, type BidSide, type ExampleBid } from './change-example.ts';
export { type ChangeKind, changeKinds, changeWords } from './change-kind.ts';
export { CommitmentRow, type KeptDays } from './commitment.ts';
export { commitmentText, keepingOf, keptDaysText, wantedText } from './commitment-text.ts';
export { boundText, figureText } from './promise-text.ts';
export {
  CompareReport,
  type Effect,
  presentReport,
  type Presence,
  presences,
  type Row,
} from './compare-report.ts';
export { type Day, DaySection, daysOfMonth, namesOfWeekdays, weekdays } from './day.ts';
export { breakEvenText, leastElasticity, mostElasticity } from './elasticity.ts';
export { FeeSection, type FeeSource, feeSources, ignoredFeeSources, usualFeeSources } from './fee.ts';
export { LargestDifferences, listedDifferences } from './largest-differences.ts';
export { MeasuredAnswer } from '../report/measured-answer.ts';
export type { AnsweredNet } from './answer.ts';
export {
  type ClusterKind,
  clusterKinds,
  type IntervalMethod,
  intervalMethods,
  leastClusters,
  leastHoursOfDay,
  Method,
  MoneyInterval,
} from './method.ts';
export {
  InputSection,
  type LogKind,
  logKinds,
  type OwnerKind,
  ownerKinds,
  ReportCurrency,
  TierSetSection,
} from './section.ts';
export {
  type LossCause,
  lossCauses,
  Reason,
  type ReasonCode,
  reasonCodes,
  type Recommendation,
  recommendations,
  Usability,
  Verdict,
} from './verdict.ts';
export type { ReportFigures } from './report-figures.ts';
export { mostTries, RareLosses, Stability, type Stopped, type Stretch, Units } from './stability.ts';
export { Warning, type WarningKey, warningKeyOf, warningKeys, warningOf } from './warning.ts';
