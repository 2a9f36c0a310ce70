import { expect, test } from 'vitest';
import { jsonBytes, MemberBytes } from '../../src/handlers/request/quota.ts';
import { Mirror } from '../../src/mirror/mirror.ts';

const member = 1;
const service = 'ym-profile' as const;

const ymProfile = (id: number, name: string) => ({
  id,
  code: null,
  name,
  description: null,
  publisher_ids: [id],
  member_id: member,
  last_modified: '2026-11-22 08:00:00',
});

/** Changes of a number of objects, which come together. */
type Changes = readonly ['create' | 'update' | 'delete', count: number];

function change(mirror: Mirror, [operation, count]: Changes, mark: number): void {
  for (let id = 1; id <= count; id++) {
    const value = ymProfile(id, `P${id} ${'ü'.repeat(mark)}`);
    const before = operation === 'create' ? null : (mirror.row(service, member, id) ?? null);
    mirror.apply({
      service,
      id,
      operation,
      memberId: member,
      before,
      after: operation === 'delete' ? null : value,
    });
  }
}

test.for<readonly Changes[]>([
  [['create', 10]],
  [
    ['create', 1500],
    ['update', 900],
    ['delete', 400],
  ],
  [
    ['create', 1200],
    ['update', 1100],
    ['update', 1100],
    ['delete', 1000],
  ],
  [
    ['create', 21_000],
    ['delete', 10],
  ],
])('the bytes of a member are those of its objects after %j, asked for after each or at the end', async (all) => {
  const mirror = new Mirror();
  const [often, once] = [new MemberBytes(mirror), new MemberBytes(mirror)];
  expect([await often.of(member), await once.of(member)]).toEqual([0, 0]);
  const expected = () => mirror.rows(service, member).reduce((sum, row) => sum + jsonBytes(row), 0);
  for (const [mark, changes] of all.entries()) {
    change(mirror, changes, mark);
    expect(await often.of(member)).toBe(expected());
  }
  expect(await once.of(member)).toBe(expected());
});
