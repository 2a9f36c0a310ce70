import { defineResource, type Stored } from '../resource/resource.ts';
import { readOnly } from '../resource/field.ts';

export const dmaResource = defineResource({
  service: 'dma',
  plural: 'dmas',
  words: {
    one: 'a designated market area',
    many: 'designated market areas',
    description: 'The 210 television markets of the US, by their Nielsen numbers. Read-only.',
    reading:
      '`GET /dma?name=new york ny` finds a market by its whole name, in any case. `GET /dma?like_name=IN` with a two-letter US state code gives the markets of that state; any other text is searched for in the names: `GET /dma?like_name=spring`.',
  },
  fields: {
    id: readOnly.id(),
    name: readOnly.name('Name of the market: cities, then state codes'),
    code: readOnly.string('The id as text'),
    country_id: readOnly.idOf('Country the market belongs to'),
    country_name: readOnly.name('Name of that country'),
    country_code: readOnly.name('ISO 3166-1 alpha-2 code of that country'),
    active: readOnly.boolean('False: there is no geolocation data, so delivery is not possible'),
  },
  owner: 'shared',
});

export type DmaRow = Stored<typeof dmaResource>;
