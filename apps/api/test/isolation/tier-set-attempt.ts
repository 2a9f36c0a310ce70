import { services } from '@auction-tiers/contract';
import { exportAsk, importAsk, rowOf, type Things, writable } from './ask.ts';
import type { Attempt } from './attempt.ts';
import type { Row } from '../fixture/request.ts';

const dry = { query: { dry_run: 'true' } };

/** An object of a service as a file has it. */
function entry(things: Things, name: string): Row {
  const found = services.find(({ resource }) => resource.service === name);
  if (found === undefined) throw new Error(`the service ${name} is not served`);
  const row = rowOf(things, name);
  return { ...writable(found.resource, row), id: row['id'] };
}

/** A file that holds what a member has, under its ids. */
const fileOf = (things: Things): Row => ({
  ym_profile: entry(things, 'ym-profile'),
  tiers: [entry(things, 'ym-auction-tier')],
  profiles: [entry(things, 'profile')],
  revision: '0-1',
});

/** Every way to take another member's tier set, or to bring something into it. */
export const exportAttempts: readonly Attempt[] = [
  { title: 'read one whole', status: 404, ask: (others) => exportAsk(others) },
  { title: 'read one whole, and its tag', status: 404, ask: (others) => exportAsk(others, { action: 'getTagged' }) },
  {
    title: 'read one whole unless it is there',
    status: 404,
    ask: (others) => exportAsk(others, { headers: { 'if-none-match': '*' } }),
  },
  {
    title: 'read one whole, naming the member',
    status: 403,
    ask: (others) => exportAsk(others, { memberId: others.memberId }),
  },
  {
    title: 'read one of its own whole, naming the member',
    status: 403,
    ask: (others, own) => exportAsk(own, { memberId: others.memberId }),
  },
];

export const importAttempts: readonly Attempt[] = [
  { title: 'empty one', status: 404, ask: (others) => importAsk(others) },
  { title: 'run dry the emptying of one', status: 404, ask: (others) => importAsk(others, { tiers: [] }, dry) },
  {
    title: 'replace one in another state',
    status: 404,
    ask: (others, own) => importAsk(others, fileOf(own), { ifMatch: '"other"' }),
  },
  {
    title: 'replace one, naming the member',
    status: 403,
    ask: (others) => importAsk(others, { tiers: [] }, { memberId: others.memberId }),
  },
  {
    title: 'replace one of its own, naming the member',
    status: 403,
    ask: (others, own) => importAsk(own, { tiers: [] }, { memberId: others.memberId }),
  },
  {
    title: 'use its profile in one of its own',
    status: 400,
    ask: (others, own) =>
      importAsk(own, { tiers: [{ name: 'T', profile_id: rowOf(others, 'profile')['id'] }], profiles: [] }),
  },
  {
    title: 'name its buyer in one of its own',
    status: 409,
    ask: (others, own) => {
      const { name } = rowOf(others, 'platform-member');
      return importAsk(own, { tiers: [{ name: 'T', buyer_members: [{ name }] }] });
    },
  },
  {
    title: 'try a file of its tier set on one of its own',
    status: 200,
    ask: (others, own) => importAsk(own, fileOf(others), dry),
  },
];
