import { defineResource, type Stored } from '../resource/resource.ts';
import { optional, readOnly, required } from '../resource/field.ts';

export const memberResource = defineResource({
  service: 'member',
  plural: 'members',
  fields: {
    id: readOnly.id(),
    name: required.name('Name of the seller'),
    revenue_share_pct: optional.percent('Fee, per cent, of the bids and auctions that name none'),
    timezone: optional.timezone('Time zone of its days in reports, IANA'),
    currency: optional.currency('Currency of all its prices and totals, ISO 4217'),
    publishing: optional.choice(
      ['direct', 'draft', 'approved'],
      'direct',
      'How its tiers change. `direct`: by single writes, imports and drafts. `draft`: by drafts only. `approved`: by drafts that another user has approved',
    ),
    last_modified: readOnly.date('When it last changed, UTC'),
  },
  owner: 'self',
});

export type Member = Stored<typeof memberResource>;
