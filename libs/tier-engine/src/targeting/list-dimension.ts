import type { Report } from '../model/issue.ts';
import { idProblem, isId, textProblem } from '../model/issue.ts';
import type { BidAttributes, Impression, ListTarget, Size } from '../model/targeting.ts';
import type { AnswerKey, Condition, DimensionDefinition, JsonValue } from './dimension.ts';
import type { ImpressionValues, SingleAttribute, SingleValue } from './impression-values.ts';
import { lowerCase, sizeText, toHostName } from './impression-values.ts';

/** How values of a dimension are compared, and what makes one invalid. */
export interface ValueKind<Value> {
  /** Brings values of targets and of impressions into the form in which they are compared. */
  readonly normalize: (value: Value) => Value;
  readonly problem: (value: Value) => string | undefined;
}

/** Text that is compared without regard to case. */
export const text: ValueKind<string> = { normalize: lowerCase, problem: textProblem };

export const id: ValueKind<number> = { normalize: (value) => value, problem: idProblem };

export const hostName: ValueKind<string> = {
  normalize: toHostName,
  problem: (domain) => textProblem(toHostName(domain)),
};

export function closedList<Value extends string>(allowed: readonly Value[]): ValueKind<Value> {
  return {
    normalize: (value) => value,
    problem: (value) =>
      allowed.includes(value) ? undefined : `${JSON.stringify(value)} is unknown; allowed is ${allowed.join(', ')}`,
  };
}

/** A dimension whose target is a list and which reads one attribute, of which the impression has at most one value. */
export function single<Attribute extends SingleAttribute>(
  attribute: Attribute,
  kind: ValueKind<SingleValue<Attribute>>,
): DimensionDefinition<ListTarget<SingleValue<Attribute>>, Attribute> {
  return singleBy(attribute, kind, ({ values }) => {
    const wanted = new Set<unknown>(values.map(kind.normalize));
    return (value) => wanted.has(value);
  });
}

/** A parent domain matches its subdomains: `example.com` matches `news.example.com` and not `badexample.com`. */
export const domainDimension = singleBy('domain', hostName, ({ values }) => {
  const isWanted = parentTest(values);
  return (domain) => domain !== undefined && isWanted(domain);
});

/** Returns a test of whether a normalized domain or one of its parents is among the values. */
export function parentTest(values: readonly string[]): (domain: string) => boolean {
  const wanted = new Set(values.map(toHostName));
  const longestWanted = [...wanted].reduce((longest, domain) => Math.max(longest, domain.length), 0);
  return (domain) => hasParentAmong(wanted, longestWanted, domain);
}

/** Skips endings longer than every wanted domain, so that a hostile name with many dots costs little. */
function hasParentAmong(wanted: ReadonlySet<string>, longestWanted: number, domain: string): boolean {
  if (domain.length <= longestWanted && wanted.has(domain)) return true;
  let dot = domain.indexOf('.', domain.length - longestWanted - 1);
  while (dot !== -1) {
    if (wanted.has(domain.slice(dot + 1))) return true;
    dot = domain.indexOf('.', dot + 1);
  }
  return false;
}

/** An impression may have many categories: any one of them counts. */
export const contentCategoryDimension: DimensionDefinition<ListTarget<string>, 'contentCategories'> = {
  compile(target, { report }) {
    reportList(target, report, text.problem);
    const wanted = new Set(target.values.map(text.normalize));
    return listCondition(
      target,
      ({ contentCategories }) => contentCategories.some((code) => wanted.has(code)),
      ({ contentCategories }) => orNull(contentCategories),
    );
  },
};

/** A condition that `isListed` holds for an include, or does not for an exclude. `seenIn`: what the impression has. */
export function listCondition<Value>(
  { action, values: wanted }: ListTarget<Value>,
  isListed: Condition['holds'],
  seenIn: (impression: Impression, bid: BidAttributes) => JsonValue,
): Condition {
  const includes = action === 'include';
  return {
    holds: (values, bid) => isListed(values, bid) === includes,
    difference: ({ impression }, bid) => ({
      action,
      seen: seenIn(impression, bid),
      wanted: [...wanted] as JsonValue[],
    }),
  };
}

/** A copy of what an impression has; null: nothing. */
export const orNull = (values: readonly JsonValue[] = []): JsonValue => (values.length === 0 ? null : [...values]);

/** One of the impression's sizes must be among the wanted ones, width and height alike. */
export const sizeDimension: DimensionDefinition<readonly Size[], 'sizes'> = {
  compile(target, { report }) {
    if (target.length === 0) report('', emptyIncludeProblem);
    for (const [at, { width, height }] of target.entries()) {
      if (!isId(width) || !isId(height)) {
        report(`[${at}]`, `${width}x${height} is not a size; allowed are whole numbers from 1`);
      }
    }
    const wanted = new Set(target.map(sizeText));
    return {
      holds: ({ sizes }) => sizes.some((size) => wanted.has(size)),
      difference: ({ impression: { sizes = [] } }) => ({
        action: 'include',
        seen: orNull(sizes.map(toJson)),
        wanted: target.map(toJson),
      }),
    };
  },
  toKey: ({ sizes }) => sizes?.[0] && toSizeKey(sizes[0]),
  split: ({ sizes }) => (sizes === undefined || sizes.length < 2 ? unsplit : sizes.map((size) => ({ sizes: [size] }))),
};

const unsplit: readonly Impression[] = [];
const shortSides = 2 ** 15;

/** A small whole number for common sizes, because building a text would cost time in every auction. */
function toSizeKey(size: Size): AnswerKey {
  return isShort(size.width) && isShort(size.height) ? size.width * shortSides + size.height : sizeText(size);
}

function isShort(side: number): boolean {
  return Number.isInteger(side) && side >= 0 && side < shortSides;
}

function toJson({ width, height }: Size): JsonValue {
  return { width, height };
}

/** `createTest` returns a test of whether the target lists a normalized value. */
function singleBy<Attribute extends SingleAttribute>(
  attribute: Attribute,
  kind: ValueKind<SingleValue<Attribute>>,
  createTest: (target: ListTarget<SingleValue<Attribute>>) => (value: SingleValue<Attribute> | undefined) => boolean,
): DimensionDefinition<ListTarget<SingleValue<Attribute>>, Attribute> {
  const valueOf = (values: ImpressionValues) => values.single(attribute, kind.normalize);
  return {
    compile(target, { report }) {
      reportList(target, report, kind.problem);
      const isListed = createTest(target);
      return listCondition(
        target,
        (values) => isListed(valueOf(values)),
        (impression) => impression[attribute] ?? null,
      );
    },
    toKey: (impression) => impression[attribute],
  };
}

/** Reports an include without values, and every value that has a problem. */
export function reportList<Value>(
  target: ListTarget<Value>,
  report: Report,
  problem: (value: Value) => string | undefined,
): void {
  if (target.action === 'include' && target.values.length === 0) report('.values', emptyIncludeProblem);
  for (const [at, value] of target.values.entries()) {
    const message = problem(value);
    if (message !== undefined) report(`.values[${at}]`, message);
  }
}

export const emptyIncludeProblem = 'is empty; an include needs at least one value, or it could never match';
