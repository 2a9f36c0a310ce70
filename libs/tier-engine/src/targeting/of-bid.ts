import type { BidAttributes, Impression, ListTarget, MediaType } from '../model/targeting.ts';
import { mediaTypes } from '../model/targeting.ts';
import type { DimensionDefinition } from './dimension.ts';
import { toHostName } from './impression-values.ts';
import {
  closedList,
  hostName,
  listCondition,
  orNull,
  parentTest,
  reportList,
  text,
  type ValueKind,
} from './list-dimension.ts';

/** A deal's id is an opaque text: `RBC_1` and `rbc_1` are two deals. */
const dealId: ValueKind<string> = { normalize: (value) => value, problem: text.problem };

export const dealDimension = ofBid<string, never, 'deal'>({
  bidAttributes: ['deal'],
  kind: dealId,
  valuesOf: (_impression, { deal }) => (deal === undefined ? [] : [deal]),
});

export const advertiserDomainDimension = ofBid<string, never, 'advertiserDomains'>({
  bidAttributes: ['advertiserDomains'],
  kind: hostName,
  valuesOf: (_impression, { advertiserDomains }) => advertiserDomains ?? [],
  createTest: ({ values }) => {
    const isWanted = parentTest(values);
    return (domain) => isWanted(toHostName(domain));
  },
});

export const mediaTypeDimension = ofBid<MediaType, 'mediaTypes', 'mediaType'>({
  bidAttributes: ['mediaType'],
  kind: closedList(mediaTypes),
  valuesOf: (impression, { mediaType }) => (mediaType === undefined ? (impression.mediaTypes ?? []) : [mediaType]),
});

interface OfBid<Value, BidAttribute extends keyof BidAttributes> {
  readonly bidAttributes: readonly BidAttribute[];
  readonly kind: ValueKind<Value>;
  /** The bid's values; one matching value is enough. */
  readonly valuesOf: (impression: Impression, bid: BidAttributes) => readonly Value[];
  /** Returns a test of whether the target lists a value. Default: equality. */
  readonly createTest?: (target: ListTarget<Value>) => (value: Value) => boolean;
}

/** A dimension whose target is a list and whose value is the bid's own. */
function ofBid<Value extends string, Attribute extends keyof Impression, BidAttribute extends keyof BidAttributes>({
  bidAttributes,
  kind,
  valuesOf,
  createTest = ({ values }) => {
    const wanted = new Set(values);
    return (value) => wanted.has(value);
  },
}: OfBid<Value, BidAttribute>): DimensionDefinition<ListTarget<Value>, Attribute, BidAttribute> {
  return {
    bidAttributes,
    compile(target, { report }) {
      reportList(target, report, kind.problem);
      const isListed = createTest(target);
      return listCondition(
        target,
        ({ impression }, bid) => valuesOf(impression, bid).some(isListed),
        (impression, bid) => orNull(valuesOf(impression, bid)),
      );
    },
  };
}
