import { z } from 'zod';
import { Count } from './figure.ts';

/** What a log is made of: bodies of `POST /auction`, OpenRTB requests with their responses, or rows of bids. */
export const logKinds = ['own', 'openrtb', 'feed', 'gam_bids'] as const;
export type LogKind = (typeof logKinds)[number];

/** Attributes that may show that an auction has another owner. */
export const ownerKinds = ['ym_profile', 'publisher', 'seller'] as const;
export type OwnerKind = (typeof ownerKinds)[number];

const ByKind = z.record(z.enum(logKinds), Count);

/** What was read of a log. The fees of its bids are in a section of their own. */
export const InputSection = z.strictObject({
  files: z
    .array(
      z.strictObject({ file: z.string(), form: z.enum(['jsonl', 'csv', 'tsv', 'parquet']), compression: z.string() }),
    )
    .readonly(),
  lines: ByKind,
  auctions: ByKind,
  broken_lines: Count,
  unfinished_files: Count.describe('Files that could not be read to their end, such as a download that broke off.'),
  broken: z
    .array(z.strictObject({ file: z.string(), line: z.int(), problem: z.string() }))
    .readonly()
    .describe('The first broken lines.'),
  invalid_bids: Count,
  foreign_bids: z
    .array(z.strictObject({ currency: z.string(), bids: Count, value: z.string() }))
    .readonly()
    .describe(
      'Of the invalid bids, those in another currency than USD: how many, and what they would bring if each were sold, in that currency.',
    ),
  too_high_prices: Count.describe('Prices above the highest allowed, of invalid bids and of bids in broken lines.'),
  warnings: Count,
  rejected_bids: Count,
  below_own_floor_bids: Count,
  local_times: z
    .strictObject({ timezone: z.string(), rows: Count })
    .readonly()
    .nullable()
    .describe('Rows whose times name no zone, and the zone in which they were read.'),
  other_share_auctions: Count.describe(
    'Recorded at another share than the one that is used, and left out so that all weigh alike; not among the auctions.',
  ),
  owners: z
    .strictObject({
      other_ym_profile_auctions: Count.describe('Of another ym-profile than the tiers, and used all the same.'),
      other_seller_auctions: Count.describe('Of another seller than the tiers, and used all the same.'),
      left_out_auctions: Count.describe('Of another ym-profile, and left out; not among the auctions.'),
      unnamed_auctions: Count.describe('That name neither a ym-profile nor a publisher that could be compared; used.'),
      largest: z
        .array(z.strictObject({ kind: z.enum(ownerKinds), id: z.union([z.int(), z.string()]), auctions: Count }))
        .readonly()
        .describe('The other ym-profiles, publishers and sellers with the most auctions.'),
    })
    .describe('Auctions that name another owner than the tiers have, or none. All are 0 where no owner is expected.'),
  unmapped_seats: z.strictObject({
    seats: Count,
    bids: Count,
    largest: z
      .array(z.strictObject({ seat: z.string(), bids: Count }))
      .readonly()
      .describe('The seats with the most bids.'),
  }),
});

/** The currency of all money in a report. */
export const ReportCurrency = z
  .string()
  .describe("Of all money, ISO 4217: the seller's, as the tier set names it; USD where it names none.");

/** The tier set of a report. */
export const TierSetSection = z.strictObject({
  ym_profile_id: z.int().min(1),
  name: z.string(),
  revision: z.string(),
  tiers: z.int().min(0),
  file: z.string().nullable().describe('The path as given; null: the tiers are not from a file.'),
  sha256: z.string().nullable().describe("Of the file's bytes; null: the tiers are not from a file."),
});
export type TierSetSection = z.output<typeof TierSetSection>;
