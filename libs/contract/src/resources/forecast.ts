import { optional, readOnly } from '../resource/field.ts';
import { defineResource, type Stored } from '../resource/resource.ts';

/** The progress of a forecast. */
export const forecastStates = ['waiting', 'measuring', 'measured', 'not_measured'] as const;
export type ForecastState = (typeof forecastStates)[number];

const earned = "net to the seller in a thousand auctions, in the member's currency with nine decimals";

/**
 * The difference that the comparison of a draft promised at its publish, and the one that the same comparison measures
 * in the auctions recorded since. Only the service writes it.
 */
export const forecastResource = defineResource({
  service: 'forecast',
  plural: 'forecasts',
  hasMoney: true,
  words: {
    one: 'a forecast',
    many: 'forecasts',
    description:
      'What the comparison of a draft promised at its publish, and, once as many days have passed, what the same comparison with the earlier tiers measures on the auctions recorded since. Only the service writes forecasts.',
    reading:
      '`GET /forecast?ym_profile_id=1&sort=id.desc` gives the forecasts of one yield management profile, newest first.',
  },
  fields: {
    id: readOnly.id(),
    ym_profile_id: readOnly.idOf('Yield management profile whose tiers the draft replaced'),
    draft_id: readOnly.idOf('The draft'),
    simulation_id: readOnly.idOf('The comparison that made the promise'),
    decision: readOnly.string('What the comparison recommended'),
    promised_difference: readOnly.nullableDecimal(
      `Promised difference, draft less current, ${earned}; null: the log had no auctions`,
    ),
    promised_low: readOnly.nullableDecimal(
      'Lower end of the 95 % interval of `promised_difference`; null: no interval',
    ),
    promised_high: readOnly.nullableDecimal('Upper end of it'),
    days: readOnly.int('Whole days that the promise covers, at least 1'),
    base_revision: readOnly.string('Revision of the earlier tiers: that at which the draft was made or last rebased'),
    published_revision: readOnly.nullableString('Revision of the published tiers; null: not due yet'),
    published_on: readOnly.date('When the draft was published, UTC'),
    published_by: readOnly.string('The user that published it'),
    due_on: readOnly.date('When `days` have passed since the publish, UTC'),
    state: readOnly.choice(
      forecastStates,
      'Whether the outcome is known: `not_measured` where it cannot be, `why_not` says why',
    ),
    measured_simulation_id: readOnly.nullableIdOf(
      'The comparison over the auctions recorded since; null: not yet, or the hold-back of the publish measured it',
    ),
    measured_auctions: readOnly.nullableInt('Number of auctions measured; null: not measured'),
    measured_difference: readOnly.nullableDecimal(
      `Measured difference, draft less current, ${earned}; null: not measured`,
    ),
    measured_low: readOnly.nullableDecimal(
      'Lower end of the 95 % interval of `measured_difference`; null: no interval',
    ),
    measured_high: readOnly.nullableDecimal('Upper end of it'),
    outcome: readOnly.nullableString(
      '`as_promised`: the measured difference is within the promised interval; `above` or `below` it; null: not measured, or no interval was promised',
    ),
    why_not: readOnly.nullableString('Why the outcome could not be measured; null: it was, or is not due yet'),
    elasticity: readOnly.number('How much buyers react to prices, in both comparisons'),
    seed: readOnly.string('The seed of both comparisons'),
    member_id: optional.owner(),
    last_modified: readOnly.lastModified(),
  },
});

export type Forecast = Stored<typeof forecastResource>;

/** Where a measured difference lies, against the promised interval; null where either is missing. */
export function outcomeOf(
  { promised_low: low, promised_high: high }: Pick<Forecast, 'promised_low' | 'promised_high'>,
  measured: string | null,
): 'as_promised' | 'above' | 'below' | null {
  if (low === null || high === null || measured === null) return null;
  if (Number(measured) < Number(low)) return 'below';
  return Number(measured) > Number(high) ? 'above' : 'as_promised';
}
