import { type CountryRow, countryResource, type Handlers, selectRows } from '@auction-tiers/contract';
import { countries } from '@auction-tiers/dma-data';
import { requireOwnMember } from '../request/condition.ts';
import { notFound } from '../request/refusal.ts';

const rows: readonly CountryRow[] = countries.map(({ id, name, code }) => ({ id, name, code, active: true }));

/** The countries, with the original service's ids: read-only. */
export const countryHandlers: Handlers['country'] = {
  list: async (call, input) => {
    requireOwnMember(call.caller, input.member_id);
    return selectRows(countryResource.fields, rows, input, call.warn);
  },
  get: async (call, { id, member_id }) => {
    requireOwnMember(call.caller, member_id);
    const row = rows.find((one) => one.id === id);
    if (row === undefined) throw notFound('country', id);
    return row;
  },
};
