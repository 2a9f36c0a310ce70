import { figures } from '@auction-tiers/contract/glossary';
import { searchDmas } from '@auction-tiers/dma-data';
import { searchable } from '../words/targeting.ts';
import { rooms } from './rooms.ts';

/** Something of the page that a search finds. */
export interface Found {
  readonly kind: 'Room' | 'Tier' | 'Buyer' | 'Profile' | 'Market' | 'Help';
  readonly name: string;
  /** What it is, or where. */
  readonly about: string;
  /** The address within the page; null: `about` is all there is. */
  readonly to: {
    readonly path: (typeof rooms)[number]['path'];
    readonly search: Readonly<Record<string, unknown>>;
  } | null;
}

/** The objects of a seller, by name. */
export interface Searched {
  readonly tiers: readonly { readonly key: string; readonly name: string; readonly about: string }[];
  readonly buyers: ReadonlyMap<number, string>;
  readonly profiles: readonly { readonly id: number; readonly name: string; readonly about: string }[];
}

const mostOfAKind = 6;

/** Rooms, tiers, buyers, targeting profiles, markets and terms that a text names, the best of each kind. */
export function findAll({ tiers, buyers, profiles }: Searched, typed: string): readonly Found[] {
  const text = searchable(typed.trim());
  if (text === '')
    return rooms.map(({ path, title }) => ({ kind: 'Room', name: title, about: '', to: { path, search: {} } }));
  const phrase = text.split(/\s+/).join(' ');
  const best = (found: Iterable<Found>): Found[] => {
    const named = [...found].flatMap((one) => {
      const [name, about] = [searchable(one.name), searchable(`${one.name} ${one.about}`)];
      if (!about.includes(phrase)) return [];
      return { one, rank: name.startsWith(phrase) ? 0 : name.includes(phrase) ? 1 : 2 };
    });
    return named
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, mostOfAKind)
      .map(({ one }) => one);
  };
  return [
    ...best(
      rooms.map(({ path, title }): Found => ({ kind: 'Room', name: title, about: '', to: { path, search: {} } })),
    ),
    ...best(
      tiers.map(
        ({ key, name, about }): Found => ({
          kind: 'Tier',
          name,
          about,
          to: { path: '/tiers', search: { tier: /^\d+$/.test(key) ? Number(key) : key } },
        }),
      ),
    ),
    ...best(
      Array.from(
        buyers,
        ([id, name]): Found => ({
          kind: 'Buyer',
          name,
          about: String(id),
          to: { path: '/buyers', search: { buyer: id } },
        }),
      ),
    ),
    ...best(
      profiles.map(
        ({ id, name, about }): Found => ({
          kind: 'Profile',
          name,
          about,
          to: { path: '/tiers/targeting', search: { profile: id } },
        }),
      ),
    ),
    ...searchDmas(text)
      .slice(0, mostOfAKind)
      .map(
        ({ id, name }): Found => ({
          kind: 'Market',
          name,
          about: String(id),
          to: { path: '/tiers/markets', search: { q: id } },
        }),
      ),
    ...best(
      Object.values(figures).map(
        ({ name, definition }): Found => ({ kind: 'Help', name, about: definition, to: null }),
      ),
    ),
  ];
}
