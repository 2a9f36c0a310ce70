import { allOperations, type Fields, userResource } from '@auction-tiers/contract';
import { describe, expect, test } from 'vitest';
import { useService } from '../fixture/service.ts';
import { doors } from './door.ts';
import { type Act, type Actor, actors, acts, credentialOf, newPublisher, ofTheCaller, ofTheMember } from './means.ts';

// With a worker, for a tool waits a minute for a simulation that nobody runs.
const service = useService({ SIMULATION_WORKER: '1' });

test('every operation that acts on the means of a user has a row', () => {
  const acting = allOperations
    .filter(
      ({ type, service: of, procedure }) => type === 'mutation' && !ofTheMember.has(of) && !ofTheCaller.has(procedure),
    )
    .map(({ procedure }) => procedure);
  expect([...new Set(acts.map(({ operation }) => operation))].toSorted()).toEqual(acting.toSorted());
});

const isReadOnly = (name: string) => (userResource.fields as Fields)[name]?.mode === 'read_only';

test('every attribute of a user that can be sent has a row', () => {
  // The present password is no change: it proves whose the new one is.
  const sent = Object.keys(userResource.Update.shape).filter(
    (name) => !isReadOnly(name) && name !== 'current_password',
  );
  const rows = acts.flatMap(({ operation, what }) => (operation === 'user.update' ? [what ?? ''] : []));
  expect(rows.toSorted()).toEqual(sent.toSorted());
});

/** The statuses of an act at every door, each on means of a new owner. */
async function statusesOf({ operation, ask }: Act, actor: Actor): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const door of doors) {
    const [of = '', action = ''] = operation.split('.');
    if (door.requestOf({ service: of, action }) === null) continue;
    const owner = await newPublisher(service);
    const asked = { service: of, action, ...(await ask(owner, service)) };
    const request = door.requestOf(asked);
    if (request === null) continue;
    const key = await credentialOf(actor, owner.token, service);
    const { method, path, body, headers = {} } = request;
    const answer = await service.send(method, path, { key, body, headers });
    const { status, errorId } = door.read(answer);
    // Whoever may not do it keeps its log-in: clients log in again upon NOAUTH, for ever.
    if (errorId === 'NOAUTH') throw new Error(`${operation} by ${actor}: ${answer.text}`);
    statuses.push(status);
  }
  return statuses;
}

describe.for(actors.map((actor, index) => ({ actor, place: index })))('$actor', ({ actor, place }) => {
  test.for(acts.map((act) => ({ act, name: `${act.operation}${act.what === undefined ? '' : ` (${act.what})`}` })))(
    '$name is answered as the table says',
    async ({ act }) => {
      const statuses = await statusesOf(act, actor);
      const expected = act.statuses[place]!;
      expect(statuses).toEqual(
        statuses.map((_, at) => (typeof expected === 'number' ? expected : expected[at === 0 ? 0 : 1])),
      );
      expect(statuses.length).toBeGreaterThan(0);
    },
  );
});
