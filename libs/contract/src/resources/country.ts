import { defineResource, type Stored } from '../resource/resource.ts';
import { readOnly } from '../resource/field.ts';

export const countryResource = defineResource({
  service: 'country',
  plural: 'countries',
  words: {
    one: 'a country',
    many: 'countries',
    description: 'Countries by ISO 3166-1. Read-only.',
    reading: '`GET /country?code=de,fr` finds countries by their codes.',
  },
  fields: {
    id: readOnly.id(),
    name: readOnly.name('Name of the country'),
    code: readOnly.name('ISO 3166-1 alpha-2 code'),
    active: readOnly.boolean('Whether it can be targeted'),
  },
  owner: 'shared',
});

export type CountryRow = Stored<typeof countryResource>;
