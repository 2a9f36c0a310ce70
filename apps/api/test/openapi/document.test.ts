import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { services } from '../../src/doors/rest/resource-routes.ts';
import { startService, type TestService } from '../fixture/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('the document is served to anybody and is valid OpenAPI 3.1', async () => {
  const answer = await fetch(`${service.url}/openapi.json`);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  const document = (await answer.json()) as { openapi: string; paths: object };
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(services.map(({ resource }) => `/${resource.service}`)),
  );
  expect(await new Validator().validate(document)).toMatchObject({ valid: true });
});

test('the page names every path and loads nothing from elsewhere', async () => {
  const answer = await fetch(`${service.url}/docs`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  const page = await answer.text();
  for (const { resource } of services) expect(page).toContain(`/${resource.service}`);
  expect(page).not.toMatch(/(src|href)="https?:/);
});
