import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Schema, toArbitrary, type Vocabulary } from '../fixture/schema-arbitrary.ts';
import { exampleBody, sendFor } from './object.ts';
import { document, type Operation, operations, problemsOfSchema } from '../fixture/api-document.ts';
import type { Answer, Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();

const { schemas } = document.components;
const creates = operations.filter(({ id }) => id.startsWith('create'));
const schemaName = ({ id }: Operation) => `${id.slice('create'.length)}Create`;

/** What a schema cannot say: the attribute at fault, and a word of what the service says of it. */
const rules: readonly RegExp[] = [
  /^member_id .*\b(?:own member|role)\b/,
  /^min_price .*\binclude\b/,
  /^max_forgone .*\bexclude\b/,
  /_action .*\bnever match\b/,
  /^(?:daypart_)?timezone .*\bIANA\b/,
  /^currency .*\bISO 4217\b/,
  /^daypart_targets\.\d+ .*\bends\b/,
  /\bdecimals\b/,
  /^scopes .*\bempty\b/,
  /^access .*\b(?:administrator|first user)\b/,
  /^(?:start_date|end_date|start_at|end_at|currency_rates_date) .*\btime\b/,
  /^hypothesis names no effect/,
  /^(?:share|steps|clusters) .*\b(?:shadow|split)\b/,
  /^clusters\.values .*, allowed by \w+: /,
  /^alerts\.channels .*\bnew member\b/,
  /^currency_rates .*\b(?:rate|ISO 4217)\b/,
  /^to .*\b(?:URL|ann@example|installation|internet)\b/,
  /^(?:address|channel_id) .*\b(?:page|never|ym-profiles)\b/,
  /\bhas U\+[0-9A-F]{4,6}\b/,
];

/** Bodies that a schema allows, the same each time; many attributes are those of the example. */
function bodiesOf(operation: Operation): readonly Row[] {
  const name = schemaName(operation);
  const example = exampleBody(operation);
  const vocabulary: Vocabulary = {
    resolve: (ref) => schemas[ref.split('/').at(-1) ?? ''] as Schema,
    examplesOf: (attribute) => (attribute in example ? [example[attribute]] : []),
  };
  const numRuns = operation.path === '/user' ? 15 : 80;
  const bodies = fc.sample(toArbitrary(schemas[name] as Schema, vocabulary), { numRuns, seed: 7 }) as readonly Row[];
  return bodies.filter((body) => problemsOfSchema(name, body).length === 0);
}

/** Why a body was not taken, where no rule and no other object explains it. */
function unexplained({ status, text, response }: Answer): readonly string[] {
  if ([200, 403, 409].includes(status)) return [];
  if (status !== 400) return [text];
  // The tiers and profiles of a draft have the rules of tiers and profiles.
  const within = /^tier_set\.(?:(?:tiers|profiles)\.\d+\.)?/;
  const issues = response.dbg_info.issues.map(({ path, message }) => `${path.replace(within, '')} ${message}`);
  return issues.filter((issue) => !rules.some((rule) => rule.test(issue)));
}

test.for(creates)(
  'a body that the schema of $id allows is accepted, unless a named rule forbids it',
  async (operation) => {
    const bodies = bodiesOf(operation);
    expect(bodies.length).toBeGreaterThan(10);
    const wrong: unknown[] = [];
    let takenCount = 0;
    for (const body of bodies) {
      const answer = await sendFor(service, operation)('POST', operation.path, { body });
      if (answer.status === 200) takenCount += 1;
      const reasons = unexplained(answer);
      if (reasons.length > 0) wrong.push({ body, reasons });
    }
    expect(wrong).toEqual([]);
    expect(takenCount).toBeGreaterThan(bodies.length / 20);
  },
);
