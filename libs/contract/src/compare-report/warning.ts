import { z } from 'zod';

/**
 * Reasons why the figures may be less certain than they seem, in the order in which they are told: a kind, and behind
 * the point what it is about.
 */
export const warningKeys = [
  'too_little.auctions',
  'too_little.changed_auctions',
  'too_little.blocks',
  'too_little.changed_blocks',
  'too_little.days',
  'too_little.hours',
  'days_weighed.neighbours',
  'days_weighed.weekdays',
  'no_units',
  'several_tries',
  'sampled',
  'repeats',
  'odd_times',
  'unusable.lines',
  'unusable.bids',
  'unusable.buyers',
  'stopped',
  'log_lacks.unsold',
  'log_lacks.bids',
  'log_lacks.attributes',
  'fee.none',
  'fee.ignored',
  'outsized_bids',
  'other_owners',
  'not_in_log.buyers',
  'not_in_log.tiers',
  'rows_bounded',
] as const;
export type WarningKey = (typeof warningKeys)[number];

type CodeOf<Key> = Key extends `${infer Code}.${string}` ? Code : Key;
type AboutOf<Key> = Key extends `${string}.${infer About}` ? About : never;
export type WarningCode = CodeOf<WarningKey>;
type WarningAbout = AboutOf<WarningKey>;

const [codes, abouts] = [0, 1].map((part) => [
  ...new Set(warningKeys.map((key) => key.split('.')[part]).filter((name) => name !== undefined)),
]) as [[WarningCode], [WarningAbout]];

export const Warning = z
  .strictObject({
    code: z
      .enum(codes)
      .describe(
        '`too_little`: fewer of something than a judgement needs. `days_weighed`: days do not count alike. `no_units`: users who return are not known. `unusable`: could not be read or used. `log_lacks`: such logs do not have it. `fee`: none was taken, or one that is named was not. `not_in_log`: of the draft, and never seen.',
      ),
    about: z.enum(abouts).nullable().describe('What of its kind it is about; null: the kind says it.'),
    message: z.string(),
  })
  .meta({ id: 'Warning', description: 'Why the figures may be less certain than they seem.' });
export type Warning = z.output<typeof Warning>;

/** A warning's kind with what it is about. */
export const warningKeyOf = ({ code, about }: Pick<Warning, 'code' | 'about'>): WarningKey =>
  (about === null ? code : `${code}.${about}`) as WarningKey;

/** The reverse. */
export function warningOf(key: WarningKey, message: string): Warning {
  const [code, about = null] = key.split('.') as [WarningCode, WarningAbout?];
  return { code, about, message };
}

/** The codes in reports of version 1 that had no other meaning than a key has now. */
const formerKeys: Readonly<Record<string, WarningKey>> = {
  no_auctions: 'too_little.auctions',
  few_auctions: 'too_little.auctions',
  few_changes: 'too_little.changed_auctions',
  few_blocks: 'too_little.blocks',
  few_changed_blocks: 'too_little.changed_blocks',
  few_days: 'too_little.days',
  no_times: 'too_little.hours',
  days_move_together: 'days_weighed.neighbours',
  days_of_week: 'days_weighed.weekdays',
  broken_lines: 'unusable.lines',
  lost_bids: 'unusable.bids',
  unmapped_seats: 'unusable.bids',
  lost_of_buyers: 'unusable.buyers',
  no_unsold: 'log_lacks.unsold',
  feed_censored: 'log_lacks.bids',
  feed_without_attributes: 'log_lacks.attributes',
  no_fee: 'fee.none',
  fee_ignored: 'fee.ignored',
  buyers_not_in_log: 'not_in_log.buyers',
  tiers_not_exercised: 'not_in_log.tiers',
};

/** A warning of a report of version 1, as the present version has it. */
export const presentWarning = ({ code, message }: { readonly code: string; readonly message: string }): Warning =>
  warningOf(formerKeys[code] ?? (code as WarningKey), message);
