import { deepStrictEqual as same } from 'node:assert';
import { runs } from '@auction-tiers/tools/long';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createHandlers } from '../../src/handlers/handlers.ts';
import { expectOk } from '../fixture/demo-tier.ts';
import { rowOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createScopedKey } from '../fixture/trpc-client.ts';
import { type Difference, directDoor, type Door, type File, httpDoor } from './door.ts';
import { imported, type Kind, listOf, put, restored, type Row, shown, type State, tiersOf } from './model.ts';

const service = useService();
const changesPerHistory = 30;

const acts = [
  ...(['add tier', 'add tier', 'change tier', 'change tier', 'move tier', 'delete tier'] as const),
  ...(['target', 'target', 'target', 'add profile', 'change profile', 'change profile', 'delete profile'] as const),
  ...(['change ym-profile', 'import', 'restore', 'restore', 'restore', 'fee'] as const),
];
const change = fc.record({ kind: fc.constantFrom(...acts), a: fc.nat(999), b: fc.nat(999), c: fc.nat(999) });
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;
const history = fc.array(change, { minLength: changesPerHistory, maxLength: changesPerHistory });

/** A moment of a history: what the model has, and what the exports of both ym-profiles showed. */
interface Moment {
  readonly state: State;
  readonly files: readonly [File, File];
}

/** The attributes that the model has. */
const attributes: Readonly<Record<Kind, readonly string[]>> = {
  'ym-profile': ['name'],
  'ym-auction-tier': ['name', 'ym_profile_id', 'profile_id', 'priority', 'min_price'],
  profile: ['name', 'dma_targets'],
};
const known = (kind: Kind, row: Row): Row =>
  Object.fromEntries(
    [...attributes[kind], 'id'].map((name) => [
      name,
      name === 'dma_targets' ? (row[name] as readonly { dma: number }[]).map(({ dma }) => ({ dma })) : row[name],
    ]),
  );
const knownOf = ({ revenue_share_pct, ym_profile, tiers, profiles }: File): Row => ({
  revenue_share_pct,
  ym_profile: known('ym-profile', ym_profile),
  tiers: tiers.map((one) => known('ym-auction-tier', one)),
  profiles: profiles.map((one) => known('profile', one)),
});

/** A tier set without its revision and dates, and without the seller's fee, which is no part of it. */
const contentOf = (file: File): unknown =>
  JSON.parse(
    JSON.stringify(file, (key, value: unknown) =>
      /^(revision|created_on|last_modified|revenue_share_pct)$/.test(key) ? undefined : value,
    ),
  );

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];
const price = (at: number) => `${at % 7}.500000`;

/** A history on a member of its own, and the laws at some of its moments. */
class Life {
  readonly #door: Door;
  readonly #moments: Moment[] = [];
  #ids: readonly [number, number] = [0, 0];
  #state: State = { fee: 0, 'ym-profile': new Map(), 'ym-auction-tier': new Map(), profile: new Map() };

  constructor(door: Door) {
    this.#door = door;
  }

  async live(changes: readonly Change[], samples: readonly (readonly [number, number])[]): Promise<void> {
    this.#ids = [await this.#add('ym-profile', { name: 'A' }), await this.#add('ym-profile', { name: 'B' })];
    await this.#remember();
    for (const one of changes) {
      await this.#make(one);
      await this.#remember();
    }
    await this.#expectAll(this.#state);
    for (const [a, b] of samples) await this.#expectPast(a % this.#moments.length, b % this.#moments.length);
  }

  /** Takes down what the exports show now, which is what the model has. */
  async #remember(): Promise<void> {
    const [a, b] = this.#ids;
    const files = await Promise.all([this.#door.exported(a), this.#door.exported(b)]);
    for (const [at, file] of files.entries()) same(knownOf(file), shown(this.#state, this.#ids[at] ?? 0));
    this.#moments.push({ state: this.#state, files });
  }

  async #add(kind: Kind, row: Row): Promise<number> {
    const body = kind === 'ym-auction-tier' ? { ...row, member_action: 'include' } : row;
    const id = await this.#door.create(kind, body);
    this.#state = put(this.#state, kind, id, row);
    return id;
  }

  async #change(kind: Kind, id: number, changes: Row): Promise<void> {
    await this.#door.update(kind, id, changes);
    this.#state = put(this.#state, kind, id, { ...this.#state[kind].get(id), ...changes });
  }

  async #remove(kind: Kind, id: number): Promise<void> {
    await this.#door.remove(kind, id);
    this.#state = put(this.#state, kind, id, undefined);
  }

  async #make({ kind, a, b, c }: Change): Promise<unknown> {
    const ymProfileId = this.#ids[a % 2]!;
    const profiles = [...this.#state.profile.keys()];
    const [tierId, tier] = pick([...this.#state['ym-auction-tier']], b) ?? [];
    const profileId = pick(profiles, c);
    const addProfile = () => this.#add('profile', { name: `P${a}`, dma_targets: [{ dma: pick(dmas, b) }] });
    const addTier = () => {
      const profile_id = pick([null, ...profiles], b);
      const row = {
        name: `T${a}`,
        ym_profile_id: ymProfileId,
        profile_id,
        priority: 1 + (c % 10),
        min_price: price(b),
      };
      return this.#add('ym-auction-tier', row);
    };
    if (kind === 'change ym-profile') return this.#change('ym-profile', ymProfileId, { name: `Y${b}` });
    if (kind === 'import') return this.#import(ymProfileId, b, c);
    if (kind === 'restore') return (await this.#restore(a % 2, b, c % 2 === 0)) || addTier();
    if (kind === 'fee') return this.#setFee(a % 100);
    if (kind === 'add profile' || (kind.endsWith('profile') && profileId === undefined)) return addProfile();
    if (kind === 'change profile') {
      return this.#change(
        'profile',
        profileId!,
        a % 2 === 0 ? { name: `Q${a}` } : { dma_targets: [{ dma: pick(dmas, a) }] },
      );
    }
    if (kind === 'delete profile') {
      const needed = new Set([...this.#state['ym-auction-tier'].values()].map((one) => one['profile_id']));
      const unneeded = pick(
        profiles.filter((id) => !needed.has(id)),
        c,
      );
      return unneeded === undefined ? addProfile() : this.#remove('profile', unneeded);
    }
    if (kind === 'add tier' || tierId === undefined || tier === undefined) return addTier();
    if (kind === 'delete tier') return this.#remove('ym-auction-tier', tierId);
    if (kind === 'target') return this.#change('ym-auction-tier', tierId, { profile_id: pick([null, ...profiles], c) });
    if (kind === 'change tier')
      return this.#change('ym-auction-tier', tierId, { priority: 1 + (a % 10), min_price: price(c) });
    const [one, other] = this.#ids;
    return this.#change('ym-auction-tier', tierId, { ym_profile_id: tier['ym_profile_id'] === one ? other : one });
  }

  async #setFee(percent: number): Promise<void> {
    await this.#door.setFee(percent);
    this.#state = { ...this.#state, fee: percent };
  }

  /** Keeps some tiers, changes their priority, and adds one with a profile of its own. */
  async #import(ymProfileId: number, mask: number, at: number): Promise<void> {
    const { profile } = this.#state;
    const tiers = new Map<number, Row>(
      tiersOf(this.#state, ymProfileId)
        .filter((_, index) => ((mask >> index) & 1) === 0)
        .map(([id, row]) => [id, { ...row, priority: 1 + (at % 10) }]),
    );
    const needed = new Set([...tiers.values()].flatMap((row: Row) => (row['profile_id'] as number | null) ?? []));
    const profiles = new Map([...needed].map((id) => [id, profile.get(id)!]));
    const fileId = 2_000_000_000;
    const newProfile = { name: `I${at}`, dma_targets: [{ dma: 501 }] };
    const newTier = {
      name: `I${at}`,
      ym_profile_id: ymProfileId,
      profile_id: fileId,
      priority: 5,
      min_price: price(mask),
    };
    const { created } = await this.#door.import(ymProfileId, {
      tiers: [...listOf(tiers), newTier].map((row) => ({ ...row, member_action: 'include' })),
      profiles: [...listOf(profiles), { ...newProfile, id: fileId }],
    });
    const idOf = (kind: Kind) => created.find(({ service: one }) => one === kind)!.id;
    const profileId = idOf('profile');
    tiers.set(idOf('ym-auction-tier'), { ...newTier, profile_id: profileId });
    this.#state = imported(this.#state, ymProfileId, tiers, profiles.set(profileId, newProfile));
  }

  /** Restores an earlier moment, if the model lets it, and perhaps the moment before that again. */
  async #restore(at: number, b: number, isUndone: boolean): Promise<boolean> {
    const id = this.#ids[at]!;
    const before = this.#moments.at(-1)!;
    const then = this.#moments[b % this.#moments.length]!;
    const expected = restored(before.state, then.state, id);
    const answer = await this.#door.restore(id, then.files[at]!.revision);
    same(answer === undefined, expected === undefined, 'the restore is refused, or the model refuses it');
    if (expected === undefined) return false;
    same(contentOf(await this.#door.exported(id)), contentOf(then.files[at]!));
    await this.#expectAll(expected);
    this.#state = expected;
    if (!isUndone) return true;
    expect(await this.#door.restore(id, before.files[at]!.revision)).toBeDefined();
    for (const [index, one] of this.#ids.entries()) {
      same(contentOf(await this.#door.exported(one)), contentOf(before.files[index]!));
    }
    await this.#expectAll(before.state);
    this.#state = before.state;
    return true;
  }

  /** Every object of the member is as the model has it, profiles that no tier needs too. */
  async #expectAll(state: State): Promise<void> {
    const kinds = ['ym-profile', 'ym-auction-tier', 'profile'] as const;
    const lists = await Promise.all(kinds.map((kind) => this.#door.list(kind)));
    for (const [at, kind] of kinds.entries()) {
      same(
        lists[at]?.map((row) => known(kind, row)),
        listOf(state[kind]),
      );
    }
  }

  async #expectPast(a: number, b: number): Promise<void> {
    for (const [at, id] of this.#ids.entries()) {
      const [from, to] = [this.#moments[a]!.files[at]!, this.#moments[b]!.files[at]!];
      same(await this.#door.exported(id, from.revision), from);
      same(applied(await this.#door.diff(id, from.revision, to.revision), from, to), contentOf(to));
      const { created, updated, deleted } = await this.#door.diff(id, from.revision, from.revision);
      same([created, updated, deleted], [[], [], []]);
    }
  }
}

const dmas = [501, 602, 803];

/** A tier set with a difference done to it; only what is new is taken from the other one. */
function applied({ created, updated, deleted }: Difference, from: File, to: File): unknown {
  const [rows, others] = [rowsOf(from), rowsOf(to)];
  for (const { service: kind, id } of deleted) same(rows[kind].delete(id), true);
  for (const { service: kind, id, changes } of updated) {
    const row = { ...rows[kind].get(id) };
    for (const { field, before, after } of changes) {
      same(row[field] ?? null, before);
      row[field] = after;
    }
    rows[kind].set(id, row);
  }
  for (const { service: kind, id } of created) {
    same(rows[kind].has(id), false);
    rows[kind].set(id, others[kind].get(id)!);
  }
  const listed = (kind: Kind) => [...rows[kind].values()].toSorted((a, b) => Number(a['id']) - Number(b['id']));
  const [ymProfile] = listed('ym-profile');
  return contentOf({ ...from, ym_profile: ymProfile!, tiers: listed('ym-auction-tier'), profiles: listed('profile') });
}

const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row['id'] as number, row]));
const rowsOf = ({ ym_profile, tiers, profiles }: File): Record<Kind, Map<number, Row>> => ({
  'ym-profile': byId([ym_profile]),
  'ym-auction-tier': byId(tiers),
  profile: byId(profiles),
});

let admin: string;
beforeAll(() => {
  admin = service.people.admin.api_key;
});

const place = fc.nat(changesPerHistory);
const samples = (count: number) => fc.array(fc.tuple(place, place), { minLength: count, maxLength: count });

test('random histories keep the laws of going back', { timeout: 300_000 }, async () => {
  const handlers = createHandlers(service.opened);
  const { username } = service.people.admin;
  const caller = { userId: 1, username, role: 'admin', memberId: null, scopes: ['read', 'write', 'admin'] } as const;
  const asAdmin = { caller, requestId: 'law', warn: () => {} };
  const law = fc.asyncProperty(history, samples(1), async (changes, moments) => {
    const { id } = await handlers.member.create(asAdmin, { name: 'Law' });
    await new Life(directDoor(handlers, id)).live(changes, moments);
  });
  // Several at once: they share partitions, so that the changes of others stand between those of each.
  const done = await Promise.allSettled(
    Array.from({ length: 10 }, () => fc.assert(law, { numRuns: runs(100), endOnFailure: true })),
  );
  for (const one of done) if (one.status === 'rejected') throw one.reason;
});

test('random histories over HTTP keep them too', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(history, samples(3), async (changes, moments) => {
      const made = expectOk(await service.send('POST', '/member', { key: admin, body: { name: 'Law' } }));
      const { id } = rowOf(made, 'member');
      const key = await createScopedKey(service, id, ['read', 'write', 'publish', 'manage']);
      await new Life(httpDoor(service.send, key, id)).live(changes, moments);
    }),
    { numRuns: runs(20), endOnFailure: true },
  );
});
