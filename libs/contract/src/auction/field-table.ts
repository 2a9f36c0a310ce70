import type { Dimension } from '@auction-tiers/tier-engine';
import { z } from 'zod';
import type { Kind } from './kind.ts';

/** One attribute of an auction, an impression or a bid. All code that reads, writes or describes it is made from this. */
export interface AuctionField<Name extends string = string, K extends Kind = Kind> {
  /** What the engine calls it. */
  readonly engine: Name;
  readonly kind: K;
  readonly description: string;
  readonly isRequired?: boolean;
  /** The targeting dimension that reads it. */
  readonly dimension?: Dimension;
  /** Where OpenRTB 2.6 has it, if mapping it takes rules. */
  readonly openRtb?: string;
  /** Where OpenRTB 2.6 has it in the same form. */
  readonly copiedFromOpenRtb?: string;
}

/** The attributes of one object, by their names on the wire, in the order in which they are written. */
export type FieldTable = Readonly<Record<string, AuctionField>>;

type SchemaOf<F extends AuctionField> = F['kind']['schema'];
type Shape<F extends FieldTable> = {
  [Wire in keyof F]: F[Wire]['isRequired'] extends true
    ? SchemaOf<F[Wire]>
    : z.ZodOptional<z.ZodNullable<SchemaOf<F[Wire]>>>;
};

/** The object in the engine's names. */
export type EngineObject<F extends FieldTable> = {
  readonly [Wire in keyof F as F[Wire]['isRequired'] extends true ? F[Wire]['engine'] : never]: EngineValue<F[Wire]>;
} & {
  readonly [Wire in keyof F as F[Wire]['isRequired'] extends true ? never : F[Wire]['engine']]?:
    | EngineValue<F[Wire]>
    | undefined;
};
type EngineValue<F extends AuctionField> = ReturnType<F['kind']['toEngine']>;

/** The attributes of `Engine` without a field in the table; the table compiles only if there are none. */
type Missing<Engine, F extends FieldTable> = {
  readonly [Name in Exclude<keyof Engine, F[keyof F]['engine']>]: AuctionField<Name & string>;
};

/** A table that has a field for every attribute of the engine's `Engine`. */
export const tableOf =
  <Engine>() =>
  <const F extends FieldTable>(fields: F & Missing<Engine, F>): F =>
    fields;

/** The kind of an object. */
export interface ObjectKind<F extends FieldTable> extends Kind<z.ZodObject<Shape<F>, z.core.$strict>, EngineObject<F>> {
  toWire(engine: EngineObject<F>): Readonly<Record<string, unknown>>;
}

/**
 * The kind of an object with a table of its own; `name` is the name of its byte reader. Null means absent for every
 * optional attribute.
 */
export function object<F extends FieldTable>(name: string, fields: F): ObjectKind<F> {
  const rows = Object.entries(fields);
  const shape = Object.fromEntries(
    rows.map(([wire, { kind, isRequired, description }]) => {
      const { schema } = kind;
      if (isRequired === true) return [wire, schema.meta({ ...schema.meta(), description })];
      return [wire, schema.nullish().meta({ description })];
    }),
  ) as unknown as Shape<F>;
  return {
    form: { is: 'object', name },
    schema: z.strictObject(shape),
    toEngine(parsed) {
      const values: Readonly<Record<string, unknown>> = parsed;
      const engine: Record<string, unknown> = {};
      for (const [wire, { engine: attribute, kind, isRequired }] of rows) {
        const value = values[wire];
        const isAbsent = value === undefined || (value === null && isRequired !== true);
        engine[attribute] = isAbsent ? undefined : kind.toEngine(value);
      }
      return engine as EngineObject<F>;
    },
    toWire(engine) {
      const values: Readonly<Record<string, unknown>> = engine;
      const wires: Record<string, unknown> = {};
      for (const [wire, { engine: attribute, kind }] of rows) {
        const value = values[attribute];
        wires[wire] = value === undefined ? undefined : kind.toWire(value);
      }
      return wires;
    },
  };
}
