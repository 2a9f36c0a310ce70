import { tierResource, ymProfileResource } from '@auction-tiers/contract';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { asShown } from '@auction-tiers/contract/openapi';
import { expect, test } from 'vitest';
import { auction, compileFile, explained, type AuctionInput } from '../fixture/auction.ts';
import { document, type Part, partsOf, problemsAt, resolved, services } from '../fixture/openapi-document.ts';

const parts = [...partsOf(document)];
const tierSet = compileFile(demoTierSet());
/** Of a fresh demo, which a service gives the tier set. */
const revision = '1-18-4f2a9c11.81d3e0aa';

/** Schemas with values that they show, and media types with whole bodies and answers. */
const shown = parts.flatMap(([place, part]) => {
  const { examples, example, schema } = part;
  if (Array.isArray(examples)) return examples.map((value: unknown) => ({ place, value }));
  if (schema === undefined || place.at(-2) !== 'content') return [];
  const values = example === undefined ? [] : [example];
  const named = Object.values((examples ?? {}) as Record<string, Part>);
  return [...values, ...named.map((one) => resolved(one)['value'])].map((value) => ({
    place: [...place, 'schema'],
    value,
  }));
});

test('every example is of the form that it stands for', () => {
  expect(shown.length).toBeGreaterThan(100);
  const wrong = shown.flatMap(({ place, value }) =>
    problemsAt(place, value).map((problem) => [place.join('.'), problem]),
  );
  expect(wrong).toStrictEqual([]);
});

test('every call shows its body and its answer', () => {
  const bare = parts.filter(
    ([place, part]) => place.at(-2) === 'content' && part['examples'] === undefined && part['example'] === undefined,
  );
  expect(bare.map(([place]) => place.join('.'))).toStrictEqual([]);
});

/** The example of a call, by its name. */
function exampleOf(path: string, name: string): { readonly sent: unknown; readonly answer: Part } {
  const { post } = document.paths[path] as {
    readonly post: { readonly requestBody: Part; readonly responses: Readonly<Record<string, Part>> };
  };
  const valueIn = (part: Part | undefined): unknown => {
    const content = resolved(part ?? {})['content'] as {
      readonly 'application/json': { readonly examples: Record<string, Part> };
    };
    return resolved(content['application/json'].examples[name] ?? {})['value'];
  };
  const { response } = valueIn(post.responses['200']) as { readonly response: Part };
  return { sent: valueIn(post.requestBody), answer: response };
}

test('the auction shown gives the answer shown: 2.00 gross is 1.70 net and in no tier', () => {
  const { sent, answer } = exampleOf('/auction', 'worked');
  expect(answer['auction']).toStrictEqual({ ...auction(tierSet, sent as AuctionInput), revision });
});

test('the explanation shown is that of the auction shown', () => {
  const { sent, answer } = exampleOf('/auction/explain', 'worked');
  expect(answer['auction']).toStrictEqual(asShown({ ...explained(tierSet, sent as AuctionInput), revision }));
});

/** The object that a call shows to be sent, in its key. */
const sentTo = (path: string) => Object.values(exampleOf(path, 'wrapped').sent as Readonly<Record<string, unknown>>)[0];

test('what is shown to be sent is taken, and what is shown of an object is one', () => {
  expect(tierResource.Create.parse(sentTo('/ym-auction-tier'))).toMatchObject({ min_price: '2.500000' });
  expect(ymProfileResource.Create.parse(sentTo('/ym-profile'))).toMatchObject({ publisher_ids: [21, 22] });
  const shownObjects = parts.flatMap(([, { value }]) => {
    const { response } = (value ?? {}) as { readonly response?: Part };
    return response === undefined ? [] : [response];
  });
  for (const { resource } of services.filter(({ resource: { service } }) => service !== 'forecast')) {
    const found = shownObjects.flatMap((response) => [
      ...(response[resource.service] === undefined ? [] : [response[resource.service]]),
      ...((response[resource.plural] as readonly unknown[] | undefined) ?? []),
    ]);
    expect([resource.service, found.length > 0]).toStrictEqual([resource.service, true]);
    for (const one of found) expect(resource.Output.safeParse(one).error).toBeUndefined();
  }
});
