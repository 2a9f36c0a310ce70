import { z } from 'zod';
import { Count, Money } from './figure.ts';

/**
 * Clusters of auctions that vary together, from fine to coarse: a single auction; a unit, such as a user; the auctions
 * of one placement in a minute or an hour; all auctions of an hour; all auctions of a day.
 */
export const clusterKinds = ['auction', 'unit', 'minute_and_placement', 'hour_and_placement', 'hour', 'day'] as const;
export type ClusterKind = (typeof clusterKinds)[number];

/** With fewer clusters of a kind their variance cannot be estimated: the kind has no interval. */
export const leastClusters: Readonly<Record<ClusterKind, number>> = {
  auction: 10,
  unit: 10,
  minute_and_placement: 10,
  hour_and_placement: 10,
  hour: 10,
  day: 5,
};

/** Hours with auctions that make a day count; the hours of other days are joined to the nearest day that counts. */
export const leastHoursOfDay = 6;

/** How an interval is worked out. */
export const intervalMethods = ['bootstrap', 'student_t'] as const;
export type IntervalMethod = (typeof intervalMethods)[number];

export const MoneyInterval = z.strictObject({ low: Money, high: Money }).meta({ id: 'MoneyInterval' });

const ClusterInterval = z
  .strictObject({
    kind: z.enum(clusterKinds),
    clusters: Count.describe(
      'With at least one auction. Auctions, units, minutes and hours are hashed to 256 or fewer.',
    ),
    changed_clusters: Count.describe('With at least one auction whose revenue changes.'),
    method: z
      .enum(intervalMethods)
      .nullable()
      .describe('null: there is no interval, because there are too few clusters or the log names no units.'),
    degrees_of_freedom: z.number().nullable().describe("Of Student's t; null: another method, or no interval."),
    interval: MoneyInterval.nullable().describe('For the difference in net to the seller.'),
    widening: z
      .number()
      .nullable()
      .describe('Its width against that of single auctions: 1 where auctions of a cluster do not move together.'),
  })
  .meta({ id: 'ClusterInterval', description: 'The interval if only auctions of one cluster move together.' });

const NeighbouringDays = z
  .strictObject({
    nights: Count.describe('Between two days that both have auctions around midnight.'),
    correlation: z
      .number()
      .min(-1)
      .max(1)
      .nullable()
      .describe(
        'Of the last hours of a day with the first of the next, in how far the difference is off its mean; null: too few nights.',
      ),
    move_together: z
      .boolean()
      .describe('Whether the correlation is larger than chance gives in 15 of 100 logs of independent days.'),
    widening: z.number().min(1).describe('By how much the interval by days is wider for it.'),
  })
  .meta({ id: 'NeighbouringDays' });

const EnoughDays = z
  .strictObject({
    days: Count.nullable().describe(
      'In which the interval would lie on one side of 0 in four of five logs, if the difference found is the true one.',
    ),
    reason: z.string().nullable().describe('Why it cannot be told; null: it can.'),
  })
  .meta({ id: 'EnoughDays' });

/** How the intervals of a comparison were worked out. */
export const Method = z.strictObject({
  confidence: z.number().min(0.95).max(1).describe('Of each interval: 0.95, or more where several drafts were tried.'),
  replicates: Count.describe('Of the bootstrap.'),
  time_zone: z.string().describe('Of the days, an IANA name.'),
  scope: z
    .enum(['these_days', 'days_like_these'])
    .describe('What the intervals are about: with fewer than 5 days, only about the days of the log.'),
  used: z.enum(clusterKinds).nullable().describe('The kind with the widest interval; null: no kind has one.'),
  clusters: z.array(ClusterInterval).describe('Every kind, from fine to coarse.'),
  neighbouring_days: NeighbouringDays,
  enough_days: EnoughDays,
  description: z.string().describe('How it was done, in words.'),
});
export type Method = z.output<typeof Method>;
