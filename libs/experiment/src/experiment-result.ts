import type { ExperimentResult } from '@auction-tiers/contract';

export const designs = ['shadow', 'split', 'switchback', 'hold_back'] as const;
export type Design = (typeof designs)[number];

// The parts of a result, which the contract describes whole.
export type Effect = ExperimentResult['rules_in_t'];
export type MoneyRange = NonNullable<Effect['interval']>;
export type BuyerResult = ExperimentResult['buyers_by_member'][number];
export type Change = NonNullable<BuyerResult['spend']>;
export type ExperimentVerdict = ExperimentResult['verdict'];
export type CoursePoint = NonNullable<ExperimentResult['switchback']>['course'][number];
export type MeasuredAnswer = NonNullable<ExperimentResult['answer']>;
export type Elasticity = NonNullable<MeasuredAnswer['buyers'][number]['mean_bid']>;
