import { createRouter } from '@auction-tiers/contract';
import { z } from 'zod';
import { createHandlers } from '../../src/handlers/handlers.ts';
import type { FuzzDocument } from './document.ts';
import type { Schema } from '../fixture/schema-arbitrary.ts';
import type { TestService } from '../fixture/service.ts';

/** One procedure of the router. */
export interface Procedure {
  readonly path: string;
  readonly type: 'query' | 'mutation' | 'subscription';
  readonly schema: Schema;
  /** Inputs that it takes, made of the examples of the document. */
  readonly examples: readonly unknown[];
}

/** What reads an input: a zod definition, or anything that parses. */
interface Input {
  parse(value: unknown): unknown;
}

interface Definition {
  readonly _def: { readonly type: Procedure['type']; readonly inputs: readonly Input[] };
}

const ids = [{ id: 1 }, { id: 5 }, { id: 1, member_id: 1 }, { id: 5, member_id: 1 }];

/** Every procedure that the service has, as the router of its contract tells. */
export function proceduresOf({ opened }: TestService, document: FuzzDocument): readonly Procedure[] {
  const { _def: router } = createRouter(createHandlers(opened));
  const { procedures } = router as unknown as { readonly procedures: Readonly<Record<string, Definition>> };
  const bodies = document.operations.flatMap((operation) => operation.bodies);
  const examples = bodies.flatMap((body) => body.examples);
  const inputs = [
    ...ids,
    ...examples.flatMap((example) => [
      example,
      ...ids.flatMap((id) => [
        { ...id, changes: example },
        { ...id, file: example },
        { ym_profile_id: id.id, draft: example, log: { kind: 'synthetic', auctions: 10, bids: 2, seed: 's' } },
      ]),
    ]),
  ];
  return Object.entries(procedures).map(([path, { _def: definition }]) => {
    const [input = z.undefined()] = definition.inputs;
    const isTaken = (value: unknown) => takes(input, value);
    return {
      path,
      type: definition.type,
      // What is no zod definition stands in the document as the body that it takes the examples of.
      schema:
        input instanceof z.ZodType
          ? (z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema)
          : (bodies.find((body) => body.examples.some(isTaken))?.schema ?? {}),
      examples: inputs.filter(isTaken),
    };
  });
}

function takes(input: Input, value: unknown): boolean {
  try {
    input.parse(value);
    return true;
  } catch {
    return false;
  }
}
