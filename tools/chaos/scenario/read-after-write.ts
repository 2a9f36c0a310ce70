import type { Ledger } from '../ledger/ledger.ts';
import { check, type ReadTally } from '../traffic/readers.ts';
import { requireOk } from '../world/http.ts';
import type { Replica } from '../world/replica.ts';
import type { World } from '../world/world.ts';
import type { Outcome } from './figures.ts';
import { inOneWorld } from './one-world.ts';

const writerCount = 16;

type Content = Readonly<Record<string, unknown>>;
interface Named {
  readonly name: string;
  readonly code?: string | null;
}

/** The ways to read one tier, and how its name is found in the answer. */
const ways: readonly {
  readonly path: (id: number, code: string, ymProfileId: number) => string;
  readonly nameIn: (content: Content, code: string) => string;
}[] = [
  { path: (id) => `/ym-auction-tier?id=${id}`, nameIn: (content) => (content['ym-auction-tier'] as Named).name },
  {
    path: (_, code) => `/ym-auction-tier?code=${code}`,
    nameIn: (content) => (content['ym-auction-tiers'] as readonly Named[])[0]?.name ?? '',
  },
  {
    path: (_, __, ymProfileId) => `/ym-profile/export?id=${ymProfileId}`,
    nameIn: (content, code) =>
      (content['ym-profile-export'] as { readonly tiers: readonly Named[] }).tiers.find((tier) => tier.code === code)
        ?.name ?? '',
  },
];

/** Changes tiers at one replica and reads each at the two others as soon as the change is acknowledged. */
export const readAfterWrite = (checks: number): Promise<Outcome> =>
  inOneWorld(
    {
      name: 'read-after-write',
      workers: [1, 1, 1],
      traffic: [],
      command: `npm run chaos -- --scenario read-after-write --rounds ${checks}`,
    },
    async ({ world, traffic, figures }) => {
      const { session, reads } = traffic;
      const ymProfileId = session.ymProfileIds[0] ?? 0;
      const writers = Array.from({ length: writerCount }, (_, place) =>
        changeAndRead(world, session.ledger, reads, { code: `raw-${place}`, ymProfileId, place, checks }),
      );
      await Promise.all(writers);
      figures.measured['reads at other replicas'] = reads.checkedCount;
      figures.measured['stale reads'] = reads.stale.length;
      return [];
    },
  );

interface Task {
  readonly code: string;
  readonly ymProfileId: number;
  readonly place: number;
  readonly checks: number;
}

async function changeAndRead(
  world: World,
  ledger: Ledger,
  tally: ReadTally,
  { code, ymProfileId, place, checks }: Task,
): Promise<void> {
  const { key, memberId } = world.seller;
  let id = 0;
  for (let number = 0; tally.checkedCount < checks; number++) {
    const replica = world.replicas[(place + number) % world.replicas.length] as Replica;
    const version = `version ${number}`;
    const write = ledger.begin({ requestId: `${code}.${number}`, object: code, memberId, version, changeCount: 1 });
    const headers = { 'x-request-id': write.requestId };
    const asked =
      number === 0
        ? {
            method: 'POST' as const,
            path: '/ym-auction-tier',
            body: { name: version, code, ym_profile_id: ymProfileId },
          }
        : { method: 'PUT' as const, path: `/ym-auction-tier?id=${id}`, body: { name: version } };
    const content = requireOk(await replica.connections.ask({ ...asked, key, headers }), 'a write');
    ledger.end(write, 'acknowledged');
    id = Number(content['id']);
    const others = world.replicas.filter((one) => one !== replica);
    await Promise.all(
      others.map((other, turn) => {
        const { path, nameIn } = ways[(number + turn) % ways.length] as (typeof ways)[number];
        const asking = { object: code, path: path(id, code, ymProfileId), key };
        return check({ ledger, isLossy: false }, tally, other, asking, (answer) => nameIn(answer, code));
      }),
    );
  }
}
