import { type CountryRow, countryResource, type ReadHandlers, selectRows } from '@auction-tiers/contract';
import { countries } from '@auction-tiers/dma-data';
import { notFound } from './refusal.ts';

const rows: readonly CountryRow[] = countries.map(({ id, name, code }) => ({ id, name, code, active: true }));

/** The countries, with the original service's ids: read-only. */
export const countryHandlers: ReadHandlers<CountryRow> = {
  list: async (call, input) => selectRows(countryResource.fields, rows, input, call.warn),
  get: async (_call, { id }) => {
    const row = rows.find((one) => one.id === id);
    if (row === undefined) throw notFound('country', id);
    return row;
  },
};
