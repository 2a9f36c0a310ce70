import { withInitials, withoutReadOnly } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { fieldsOfMode, writtenResources } from '../fixture/every-resource.ts';
import { pathsOf, problemsOf } from '../fixture/problem.ts';

const rows = writtenResources.map((resource) => [resource.service, resource] as const);

/** A value of an attribute that must be sent. */
const guard = { max_loss: '7.000000', max_total_loss_pct: 7, max_buyer_loss_pct: 7, min_fill_points: 7 };
const requiredValues: Readonly<Record<string, unknown>> = { int: 7, string: 'seven', array: [], object: guard };

test.for(rows)('an update of a %s that sends nothing changes nothing: defaults are for creates', ([, { Update }]) => {
  expect(Update.parse({})).toStrictEqual({});
});

test.for(rows)(
  'every attribute of a %s that may be left out of a create is left out of what was sent',
  ([, resource]) => {
    const required = fieldsOfMode(resource, 'required');
    expect(pathsOf(resource.Create, {})).toStrictEqual(required.toSorted());
    expect(problemsOf(resource.Create, {}).every(({ message }) => message.startsWith('is required'))).toBe(true);
    const body = Object.fromEntries(required.map((name) => [name, requiredValues[resource.fields[name]?.type ?? '']]));
    expect(resource.Create.parse(body)).toStrictEqual(body);
  },
);

test.for(rows)(
  'a create of a %s fills in exactly the attributes with an initial value that were not sent',
  ([, resource]) => {
    const optional = fieldsOfMode(resource, 'optional').filter((name) => resource.fields[name]?.initial !== undefined);
    expect(Object.keys(withInitials(resource, {})).toSorted()).toStrictEqual(optional.toSorted());
    for (const [name, initial] of Object.entries(withInitials(resource, {}))) {
      expect(problemsOf(resource.Update, { [name]: initial }), name).toStrictEqual([]);
      expect(withInitials(resource, { [name]: 'sent' }), name).toMatchObject({ [name]: 'sent' });
    }
  },
);

test.for(rows)(
  'read-only attributes of a %s may stand in a body, whatever they hold, and are split off',
  ([, resource]) => {
    const readOnly = fieldsOfMode(resource, 'read_only');
    const body = Object.fromEntries(readOnly.map((name, index) => [name, [null, 'text', -1, { a: [] }][index % 4]]));
    const text = 'name' in resource.fields ? 'name' : 'username';
    const sent = { ...body, [text]: 'Seven' };
    expect(withoutReadOnly(resource, resource.Update.parse(sent))).toStrictEqual({
      value: { [text]: 'Seven' },
      ignored: readOnly.filter((name) => name in body),
    });
    const required = fieldsOfMode(resource, 'required');
    expect(pathsOf(resource.Create, body)).toStrictEqual(required.toSorted());
  },
);

test.for(rows)('unknown attributes of a %s are each named, in a create and in an update', ([, { Create, Update }]) => {
  const body = JSON.parse('{"colour":1,"last_changed":null,"__proto__":{"name":"x"},"constructor":2}');
  const unknown = ['__proto__', 'colour', 'constructor', 'last_changed'];
  expect(pathsOf(Update, body)).toStrictEqual(unknown);
  expect(pathsOf(Create, body)).toEqual(expect.arrayContaining(unknown));
  expect(problemsOf(Update, body).map(({ message }) => message)).toStrictEqual(
    unknown.map(() => 'is not a known field'),
  );
});

test.for([null, 5, 'text', true, [], undefined])('a body that is %j is refused as a whole', (body) => {
  for (const { Create, Update } of writtenResources) {
    expect(pathsOf(Create, body)).toStrictEqual(['']);
    expect(pathsOf(Update, body)).toStrictEqual(['']);
  }
});
