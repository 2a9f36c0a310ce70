export { passedPart } from './pace.ts';
export { type Anomaly, deviationsOf, type Found, judge } from './judge.ts';
export type { Deviation } from './figure.ts';
export type { CountedMap, HourCounts, WindowCounts } from './series.ts';
export { follow, knownHours, leastHours, learnModel, type Model } from './model.ts';
export { type QuietBuyer, quietBuyers } from './quiet.ts';
export { type Finds, findsOf, rangeOf, type UsualRange } from './usual.ts';
export { type WindowName, windows } from './tail.ts';
