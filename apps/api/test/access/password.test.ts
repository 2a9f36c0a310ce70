import { expect, test } from 'vitest';
import { checkUnknownUser, fullCost, hashPassword, isPassword } from '../../src/auth/password.ts';
import { PasswordQueue } from '../../src/auth/password-queue.ts';

const lowCost = { memoryCost: 1024, timeCost: 2, parallelism: 1 };

test('a password is hashed with argon2id at the full cost, unless another is given', async () => {
  const [, kind, , parameters = ''] = (await hashPassword('a long pass phrase')).split('$');
  expect([kind, ...parameters.split(',').toSorted()]).toEqual(['argon2id', 'm=65536', 'p=4', 't=3']);
  expect(new PasswordQueue().cost).toEqual(fullCost);
});

test.for([fullCost, lowCost])('a hash at the cost %o is checked by what it names', async (cost) => {
  const hash = await hashPassword('a long pass phrase', cost);
  expect(await isPassword(hash, 'a long pass phrase')).toBe(true);
  expect(await isPassword(hash, 'another pass phrase')).toBe(false);
  expect(await checkUnknownUser('a long pass phrase', cost)).toBe(false);
});
