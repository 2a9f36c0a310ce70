export { passedPart } from './pace.ts';
export { type Anomaly, type Found, judge } from './judge.ts';
export { type CountedMap, type HourCounts, namesOf, seriesOf, type WindowCounts } from './series.ts';
export { learnModel, type Model } from './model.ts';
