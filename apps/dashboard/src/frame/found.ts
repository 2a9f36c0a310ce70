import { figures } from '@auction-tiers/contract/glossary';
import { type RoomPath, rooms } from '@auction-tiers/contract/rooms';
import { searchDmas } from '@auction-tiers/dma-data';
import { searchable } from '../words/targeting.ts';

/** Something of the page that a search finds. */
export interface Found {
  readonly kind: 'Room' | 'Tier' | 'Buyer' | 'Profile' | 'Market' | 'Help';
  readonly name: string;
  /** What it is, or where. */
  readonly about: string;
  /** The address within the page; null: `about` is all there is. */
  readonly to: {
    readonly path: RoomPath;
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

const found = (kind: Found['kind'], name: string, about: string, to: Found['to']): Found => ({ kind, name, about, to });
const foundRooms = rooms.map(({ path, title }) => found('Room', title, '', { path, search: {} }));
const terms = Object.values(figures).map(({ name, definition }) => found('Help', name, definition, null));

const tierOf = (key: string) => ({ tier: /^\d+$/.test(key) ? Number(key) : key });

/** Rooms, tiers, buyers, targeting profiles, markets and terms that a text names, the best of each kind. */
export function findAll({ tiers, buyers, profiles }: Searched, typed: string): readonly Found[] {
  const text = searchable(typed.trim());
  if (text === '') return foundRooms;
  const phrase = text.split(/\s+/).join(' ');
  const best = (all: readonly Found[]): Found[] => {
    const named = all.flatMap((one) => {
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
    ...best(foundRooms),
    ...best(tiers.map(({ key, name, about }) => found('Tier', name, about, { path: '/tiers', search: tierOf(key) }))),
    ...best(
      Array.from(buyers, ([id, name]) => found('Buyer', name, `${id}`, { path: '/buyers', search: { buyer: id } })),
    ),
    ...best(
      profiles.map(({ id, name, about }) =>
        found('Profile', name, about, { path: '/tiers/targeting', search: { profile: id } }),
      ),
    ),
    ...searchDmas(text)
      .slice(0, mostOfAKind)
      .map(({ id, name }) => found('Market', name, `${id}`, { path: '/tiers/markets', search: { q: id } })),
    ...best(terms),
  ];
}
