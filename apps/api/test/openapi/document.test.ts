import { services } from '@auction-tiers/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { useService } from '../fixture/service.ts';

const service = useService();

test('the document is served without a credential and is valid OpenAPI 3.1', async () => {
  const answer = await fetch(`${service.url}/openapi.json`);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  const served = (await answer.json()) as { openapi: string; paths: object };
  expect(served.openapi).toMatch(/^3\.1\./);
  expect(Object.keys(served.paths)).toEqual(
    expect.arrayContaining(services.map(({ resource }) => `/${resource.service}`)),
  );
  expect(await new Validator().validate(served)).toMatchObject({ valid: true });
});
