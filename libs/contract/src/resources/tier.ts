import { z } from 'zod';
import { defineResource, type Stored } from '../resource/resource.ts';
import { optional, readOnly, required } from '../resource/field.ts';
import { Id, text } from '../value/scalar.ts';

const BuyerMember = z.strictObject({ id: Id, name: z.string().nullable() });

/** A writer names a buyer by id, by name, or by both; the service fills in the other. */
const BuyerMemberInput = z
  .strictObject({ id: Id.optional(), name: text(1, 255).nullish() })
  .refine((buyer) => buyer.id !== undefined || typeof buyer.name === 'string', { error: 'needs an id or a name' })
  .meta({ anyOf: [{ required: ['id'] }, { required: ['name'], properties: { name: { type: 'string' } } }] });

export const tierResource = defineResource({
  service: 'ym-auction-tier',
  plural: 'ym-auction-tiers',
  fields: {
    id: readOnly.id(),
    name: required.name('Name of the tier'),
    code: optional.text(1, 100, "The caller's own key for the tier, unique among the member's tiers"),
    description: optional.text(0, 1000, 'Description'),
    profile_id: optional.id('Targeting profile that decides which impressions the tier applies to; null: all'),
    priority: optional.int(1, 10, 5, 'Rank of the tier; 10 is checked first'),
    ym_profile_id: required.id('Yield management profile the tier belongs to'),
    min_price: optional.money('Least net price, CPM, inclusive; required for include'),
    member_action: optional.choice(['include', 'exclude'], 'exclude', 'What happens to the bids the tier wins'),
    member_id: optional.owner(),
    buyer_members: optional.objects(
      BuyerMember,
      BuyerMemberInput,
      1000,
      { id: 'int', name: 'string' },
      'The buyers it names; null or empty: none',
    ),
    created_on: readOnly.date('When the tier was created, UTC'),
    last_modified: readOnly.date('When the tier last changed, UTC'),
  },
  references: [
    { field: 'ym_profile_id', service: 'ym-profile' },
    { field: 'profile_id', service: 'profile' },
  ],
  unique: [{ field: 'code' }],
  check: (tier) =>
    tier.member_action === 'include' && tier.min_price === null
      ? [{ path: 'min_price', message: 'is null, allowed with member_action include: a price (it may be 0)' }]
      : [],
});

export type AuctionTier = Stored<typeof tierResource>;
