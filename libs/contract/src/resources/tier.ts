import { z } from 'zod';
import type { Completion, Plain } from '../resource/object.ts';
import { defineResource, type Stored } from '../resource/resource.ts';
import { labelled, optional, readOnly, required, shared } from '../resource/field.ts';
import { Id, text } from '../value/scalar.ts';

const BuyerMember = z.strictObject({
  id: Id.describe('Identifier of the buyer'),
  name: z
    .string()
    .nullable()
    .describe('Name of the buyer in the directory of platform members; null: not in the directory'),
});

/** A writer names a buyer by id, by name, or by both; the service fills in the other. */
const BuyerMemberInput = z
  .strictObject({
    id: Id.optional().describe('Identifier of the buyer; this or `name`. Where both are sent, `id` counts'),
    name: text(1, 255)
      .nullish()
      .describe('Name of the buyer in the directory of platform members, in any case; this or `id`'),
  })
  .refine((buyer) => buyer.id !== undefined || typeof buyer.name === 'string', { error: 'needs an id or a name' })
  .meta({ anyOf: [{ required: ['id'] }, { required: ['name'], properties: { name: { type: 'string' } } }] });

export const tierResource = defineResource({
  service: 'ym-auction-tier',
  plural: 'ym-auction-tiers',
  hasMoney: true,
  words: {
    one: 'an auction tier',
    many: 'auction tiers',
    description:
      'A tier names buyers, a minimum net price and, optionally, a targeting profile. Of the tiers whose conditions a bid meets, the one with the highest priority wins; among equal priorities one is drawn at random. `include` ranks the bid before the bids of all lower tiers, whatever their prices; `exclude` removes it from the auction. `min_price` is compared with the net bid: the bid less the fee. `max_forgone` is the most by which the highest net bid may be higher.',
    reading:
      '`GET /ym-auction-tier?ym_profile_id=1&sort=priority.desc` gives the tiers of one yield management profile in the order in which they are checked, `GET /ym-auction-tier?min_priority=7&member_action=include` those that meet both conditions.',
  },
  fields: {
    id: readOnly.id(),
    name: required.name('Name of the tier'),
    code: optional.text(1, 100, "The caller's own key, unique among the member's tiers"),
    description: optional.prose(1000, 'Description'),
    profile_id: labelled('Where', optional.id('Targeting profile of the tier; null: every impression')),
    priority: optional.int(1, 10, 5, 'Rank of the tier; 10 is checked first'),
    ym_profile_id: required.id('The ym-profile of the tier'),
    min_price: labelled('Net minimum', optional.money('Least net price, CPM, inclusive; required for include')),
    max_forgone: labelled(
      'Give up at most',
      optional.money('The most that preferring a bid may cost, net CPM; include only. null: no limit'),
    ),
    member_action: labelled(
      'Action',
      optional.choice(
        ['include', 'exclude'],
        'exclude',
        'Whether its bids rank before those of lower tiers, or leave the auction',
      ),
    ),
    state: labelled('State', optional.choice(['active', 'inactive'], 'active', 'An inactive tier matches no bid')),
    start_date: labelled('Runs from', optional.date('Start of the flight, inclusive, UTC; null: no start')),
    end_date: labelled('Runs until', optional.date('End of the flight, exclusive, UTC; null: no end')),
    member_id: optional.owner(),
    buyer_members: shared(
      'buyer_members',
      labelled(
        'Buyers',
        optional.objects(
          BuyerMember,
          BuyerMemberInput,
          1000,
          { id: 'int', name: 'string' },
          'Its buyers; null or empty: none, so it matches no bid',
          { id: 107 },
        ),
      ),
    ),
    created_on: readOnly.date('When the tier was created, UTC'),
    last_modified: readOnly.date('When the tier last changed, UTC'),
  },
  references: [
    { field: 'ym_profile_id', service: 'ym-profile' },
    { field: 'profile_id', service: 'profile' },
  ],
  unique: [{ field: 'code' }],
  check: ({ member_action, min_price, max_forgone, start_date, end_date }) => [
    ...(member_action === 'include' && min_price === null
      ? [{ path: 'min_price', message: 'is null, allowed with member_action include: a price (it may be 0)' }]
      : []),
    ...(member_action === 'exclude' && (max_forgone ?? null) !== null
      ? [{ path: 'max_forgone', message: `is ${max_forgone}, allowed with member_action exclude: null` }]
      : []),
    // Both are of one form, so they compare as texts.
    ...(start_date !== null && end_date !== null && end_date <= start_date
      ? [{ path: 'end_date', message: `is ${end_date}, allowed: a time after start_date, ${start_date}, or null` }]
      : []),
  ],
});

export type AuctionTier = Stored<typeof tierResource>;

/** The directory in which the buyers of tiers are resolved. */
export interface BuyerNames {
  /** The ids of all members with a name, in any case. */
  idsOf(name: string): readonly number[];
  /** The name of a member, where the directory knows it. */
  nameOf(id: number): string | undefined;
  /** Advice about an unknown name, appended to the error message. */
  readonly advice?: string;
}

type BuyerSent = z.output<typeof BuyerMemberInput>;

/** `completeTier` for one directory of buyers. */
export const tierCompletion =
  (names: BuyerNames) =>
  (tier: Plain, found: Completion): Plain =>
    completeTier(tier, names, found);

/** Resolves a tier's buyers: a name alone is looked up in the directory, an id is authoritative and gets its name. */
function completeTier(tier: Plain, names: BuyerNames, { issues, warn }: Completion): Plain {
  const sent = tier['buyer_members'] as readonly BuyerSent[] | null | undefined;
  if (sent === null || sent === undefined) return tier;
  const buyers = new Map<number, NonNullable<AuctionTier['buyer_members']>[number]>();
  for (const [index, buyer] of sent.entries()) {
    const resolved = buyer.id ?? resolveName(names, buyer.name ?? '');
    if (typeof resolved === 'string') issues.push({ path: `buyer_members.${index}.name`, message: resolved });
    else if (buyers.has(resolved)) warn(`buyer_members.${index} names member ${resolved} again; it counts once`);
    else buyers.set(resolved, { id: resolved, name: names.nameOf(resolved) ?? buyer.name ?? null });
  }
  return { ...tier, buyer_members: [...buyers.values()] };
}

/** The id of the member with a name, or the message that says why there is none. */
function resolveName(names: BuyerNames, name: string): number | string {
  const [found, ...others] = names.idsOf(name);
  const advice = names.advice === undefined ? '' : `; ${names.advice}`;
  if (found === undefined) return `is ${JSON.stringify(name)}, which is not the name of a member${advice}`;
  if (others.length === 0) return found;
  return `is ${JSON.stringify(name)}, which is the name of several members: ${[found, ...others].join(', ')}; name one by id`;
}
