import { apiKeyResource, type ApiKey, fromHash, scopesOfKey } from '@auction-tiers/contract';
import { expect, test } from 'vitest';

/** A key as it was stored before it could say whether `write` carries `publish`. */
const key = (scopes: string) => fromHash(apiKeyResource, { id: '1', user_id: '2', scopes, prefix: 'a' }) as ApiKey;

test('a key that was stored before there was the scope publish has it with write', () => {
  expect(scopesOfKey(key('["read","write"]'))).toEqual(['read', 'write', 'draft', 'publish']);
  expect(scopesOfKey(key('["read","auction"]'))).toEqual(['read', 'auction']);
});

test.for<[readonly string[] | null, boolean, readonly string[]]>([
  [['write'], true, ['write', 'draft', 'publish']],
  [['write'], false, ['write', 'draft']],
  [['write', 'publish'], false, ['write', 'publish', 'draft']],
  [['read', 'draft'], true, ['read', 'draft']],
  [['publish'], true, ['publish']],
  [['read'], true, ['read']],
  [null, true, []],
])('a key with %o whose write_publishes is %o allows %o', ([scopes, write_publishes, allowed]) => {
  expect(scopesOfKey({ scopes: scopes as ApiKey['scopes'], write_publishes })).toEqual(allowed);
});
