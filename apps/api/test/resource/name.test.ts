import { ymProfileResource } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { issuePaths, type Row, rowOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { tokenOf } from '../fixture/log-in.ts';

const service = useService();
const { send } = service;

const unseen = [
  '\u0000',
  '\u001b',
  '\u0085',
  '\u00ad',
  '\u061c',
  '\u200b',
  '\u200d',
  '\u202e',
  '\u2066',
  '\ufe0f',
  '\u{e0041}',
];

test('a name with a character that is not seen is refused wherever one is given', async () => {
  const { id: ym_profile_id } = await createYmProfile(send);
  const asAdmin = { key: await tokenOf(service, 'admin') };
  for (const character of unseen) {
    const name = `a${character}b`;
    const bodies: readonly (readonly [path: string, body: Row, issue: string])[] = [
      ['/ym-auction-tier', { name, ym_profile_id }, 'name'],
      ['/ym-auction-tier', { name: 'Tier', code: name, ym_profile_id }, 'code'],
      ['/ym-profile', { name }, 'name'],
      ['/profile', { name, code: 'c' }, 'name'],
      ['/platform-member', { id: 4001, name }, 'name'],
      ['/user', { username: name, role: 'admin', password: 'a long pass phrase' }, 'username'],
      ['/api-key', { name, scopes: ['read'] }, 'name'],
    ];
    for (const [path, body, issue] of bodies) {
      const answer = await send('POST', path, { body, ...asAdmin });
      expect([path, answer.status, issuePaths(answer)]).toEqual([path, 400, [issue]]);
      expect(answer.text).toContain(`U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`);
    }
    const { json } = await send('POST', '/trpc/ymProfile.create', { body: { name } });
    expect(json).toMatchObject({ error: { data: { issues: [{ path: 'name' }] } } });
  }
});

test('a description may have lines and tabs', async () => {
  const description = 'First\tline\r\nsecond line';
  expect((await createYmProfile(send, { description })).description).toBe(description);
  const answer = await send('POST', '/ym-profile', { body: { name: 'P', description: 'a\u202eb' } });
  expect([answer.status, issuePaths(answer)]).toEqual([400, ['description']]);
});

test('an object that was stored with such a name before is read, listed, found, changed, exported and deleted', async () => {
  const { opened } = service;
  const name = 'Old\u200bname\u202e';
  const value = { name, code: name, description: null, publisher_ids: null, member_id: 1 };
  const actor = { user: 'test', requestId: 'test' };
  const made = await opened.store.create(ymProfileResource, 1, value, actor, {});
  if (!made.ok) throw new Error(made.refusal.kind);
  const id = Number(made.change.after?.['id']);
  expect(rowOf(expectOk(await send('GET', `/ym-profile?id=${id}`)), 'ym-profile').name).toBe(name);
  const listed = expectOk(await send('GET', `/ym-profile?name=${encodeURIComponent(name)}`));
  expect(listed.response['ym-profiles']).toMatchObject([{ id, name }]);
  const changed = expectOk(await send('PUT', `/ym-profile?id=${id}`, { body: { description: 'New' } }));
  expect(rowOf(changed, 'ym-profile')).toMatchObject({ name, description: 'New' });
  const exported = expectOk(await send('GET', `/ym-profile/export?id=${id}`));
  expect(exported.response['ym-profile-export']).toMatchObject({ ym_profile: { name } });
  expectOk(await send('DELETE', `/ym-profile?id=${id}`));
});
