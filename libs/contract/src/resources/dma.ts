import { defineResource, type Stored } from '../resource/resource.ts';
import { readOnly } from '../resource/field.ts';

export const dmaResource = defineResource({
  service: 'dma',
  plural: 'dmas',
  fields: {
    id: readOnly.id(),
    name: readOnly.name('Name of the market: cities, then state codes'),
    code: readOnly.string('The id as text'),
    country_id: readOnly.int('Country the market belongs to'),
    country_name: readOnly.name('Name of that country'),
    country_code: readOnly.name('ISO 3166-1 alpha-2 code of that country'),
    active: readOnly.boolean('False: no geolocation data here, delivery is not possible'),
  },
  owner: 'shared',
});

export type DmaRow = Stored<typeof dmaResource>;
