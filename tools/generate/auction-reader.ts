import type { AuctionField, FieldTable, Form } from '@auction-tiers/contract';

interface Tables {
  readonly auction: FieldTable;
  readonly impression: FieldTable;
  readonly bid: FieldTable;
}

/** The most attributes of one object that a bit mask can distinguish. */
const mostAttributes = 31;

/** The scanner's method for attributes whose text it reads in a special way. */
const wayOfText: Readonly<Record<string, string>> = { id: 'idText', seed: 'freshText', unit: 'freshText' };

/** The attributes that the reader supports: it passes an auction with any other to the contract's schema. */
const readable = ({ auction, impression, bid }: Tables): Tables => ({
  auction: withoutFlags(auction),
  impression: withoutFlags(impression),
  bid: withoutFlags(bid),
});

const withoutFlags = (table: FieldTable): FieldTable =>
  Object.fromEntries(Object.entries(table).filter(([, { kind }]) => kind.form.is !== 'flag'));

/** The source of the list of keys. */
export function toKeySource(tables: Tables): string {
  const { auction, impression, bid } = readable(tables);
  const names = keyNames([auction, impression, bid]);
  return `/** Every key that an auction may have, at any depth. */
export const keyNames = [
${names.map((name) => `  ${quoted(name)},`).join('\n')}
];

/** The places in that list of the keys that are read by hand. */
export const keyNumbers = { auctions: ${names.indexOf('auctions')} };
`;
}

const keyNames = (objects: readonly FieldTable[]) => [
  ...new Set([...objects.flatMap((table) => Object.keys(table)), 'width', 'height', 'auctions']),
];

/** The source of the functions that read an auction, an impression and a bid from bytes. */
export function toReaderSource(tables: Tables): string {
  const { auction, impression, bid } = readable(tables);
  const objects = [auction, impression, bid];
  const names = keyNames(objects);
  const numbers = new Map(names.map((name, number) => [name, number]));
  for (const table of objects) {
    const count = Object.keys(table).length;
    if (count > mostAttributes)
      throw new Error(`an object has ${count} attributes, allowed: at most ${mostAttributes}`);
  }
  const caseOf = (index: number, [wire, field]: [string, AuctionField]) => `      case ${numbers.get(wire)}: // ${wire}
        seen = once(scan, seen, ${2 ** index});
        ${
          field.isRequired === true
            ? ''
            : `if (mayBeNull(bytes[scan.at]) && scan.takeNull()) break;
        `
        }${readingOf(field)}
        break;`;
  const loop = (table: FieldTable) => `  let seen = 0;
  const { bytes } = scan;
  scan.expect(openBrace);
  while (scan.isPlain && !scan.take(closeBrace)) {
    if (seen !== 0) scan.expect(comma);
    switch (scan.key()) {
${Object.entries(table)
  .map((row, index) => caseOf(index, row))
  .join('\n')}
      default:
        scan.giveUp();
    }
  }`;
  const ofImpression = attributes(impression).filter((name) => name !== 'timeMs');
  return `import type { Bid, Impression } from '@auction-tiers/tier-engine';
import type { Scanner } from './scanner.ts';
import { mayBeNull, once, scanChoice, scanCountry, scanDma, scanDomain, scanId, scanInventoryId, scanKeyValues, scanList, scanNumberChoice, scanRegion, scanSize } from './value.ts';

const [comma, openBrace, closeBrace] = [44, 123, 125];

/** The bounds of bids, for their reader written by hand. */
export const bidBounds = ${JSON.stringify(boundsOf(auction, bid))};

${choices(auction, impression, bid).join('\n')}
const scanText = (scan: Scanner): string => scan.text(${longestName(impression)});
const scanOneSize = (scan: Scanner) => scanSize(scan, ${numbers.get('width')}, ${numbers.get('height')});

export interface ParsedImpression {
  readonly impression: Impression;
  /** Milliseconds since the epoch; undefined: it names no moment. */
  readonly timeMs: number | undefined;
}

/** What the bytes of an auction say, in the engine's terms; undefined: the auction does not say it. */
export interface ParsedAuction {
${Object.values(auction).map(memberOf).join('\n')}
  /** Moment of the impression, milliseconds since the epoch. */
  readonly timeMs: number | undefined;
}

/** The \`impression\` of an auction as the definition reads it; else the scanner gives up. */
export function scanImpression(scan: Scanner): ParsedImpression {
${ofImpression.map((name) => `  let ${name}: Impression[${quoted(name)}];`).join('\n')}
  let timeMs: number | undefined;
${loop(impression)}
  const impression: Impression = {
${ofImpression.map((name) => `    ${name},`).join('\n')}
  };
  return { impression, timeMs };
}

const noBid: Bid = { ${Object.values(bid)
    .map(({ engine, kind: { form }, isRequired }) => `${engine}: ${isRequired === true ? anyOf(form) : 'undefined'}`)
    .join(', ')} };

/** A bid as the definition reads it; else the scanner gives up. */
export function scanBid(scan: Scanner): Bid {
${attributes(bid)
  .map((name) => `  let ${name}: Bid[${quoted(name)}] | undefined;`)
  .join('\n')}
${loop(bid)}
  if (${required(bid)
    .map((name) => `${name} === undefined`)
    .join(' || ')}) {
    scan.giveUp();
    return noBid;
  }
  return { ${attributes(bid).join(', ')} };
}

const noImpression: Impression = {};

/** An auction as the definition reads it, its bids read by \`scanBids\`; else the scanner gives up. */
export function scanAuction(scan: Scanner, scanBids: () => Bid[]): ParsedAuction | undefined {
${attributes(auction)
  .filter((name) => name !== 'impression')
  .map((name) => `  let ${name}: ParsedAuction[${quoted(name)}] | undefined;`)
  .join('\n')}
  let impression = noImpression;
  let timeMs: number | undefined;
${loop(auction)}
  if (${required(auction)
    .map((name) => `${name} === undefined`)
    .join(' || ')}) return undefined;
  return { ${attributes(auction).join(', ')}, timeMs };
}
`;
}

const quoted = (text: string) => `'${text}'`;

const attributes = (table: FieldTable) => Object.values(table).map(({ engine }) => engine);

const required = (table: FieldTable) =>
  Object.values(table)
    .filter(({ isRequired }) => isRequired === true)
    .map(({ engine }) => engine);

/** The declaration of an attribute in `ParsedAuction`. */
function memberOf({ engine, kind: { form } }: AuctionField): string {
  if (form.is === 'object') return `  readonly ${engine}: Impression;`;
  if (form.is === 'list') return `  readonly ${engine}: readonly Bid[];`;
  if (form.is === 'choice') return `  readonly ${engine}: (typeof ${engine}Values)[number] | undefined;`;
  const type = form.is === 'text' ? 'string' : form.is === 'inventory id' ? 'number | string' : 'number';
  return `  readonly ${engine}: ${type} | undefined;`;
}

/** The statements that read an attribute into the variable with its name. */
function readingOf({ engine, kind: { form } }: AuctionField): string {
  if (form.is === 'object') return `({ impression, timeMs } = scanImpression(scan));`;
  if (form.is === 'list' && form.of.is === 'object') return `${engine} = scanBids();`;
  if (form.is === 'text') {
    const read = `${engine} = scan.${wayOfText[engine] ?? 'text'}(${form.max});`;
    return form.min === 0 ? read : `${read}\n        if (${engine}.length < ${form.min}) scan.giveUp();`;
  }
  return `${engine} = ${valueOf(engine, form)};`;
}

function valueOf(engine: string, form: Form): string {
  switch (form.is) {
    case 'text':
      return `scan.text(${form.max})`;
    case 'country':
      return `scanCountry(scan, ${form.max})`;
    case 'region':
      return `scanRegion(scan, ${form.max})`;
    case 'domain':
      return `scanDomain(scan, ${form.max})`;
    case 'market area':
      return 'scanDma(scan)';
    case 'inventory id':
      return `scanInventoryId(scan, ${form.max})`;
    case 'whole number': {
      const read = form.min === 0 ? 'scan.whole()' : 'scanId(scan)';
      return form.isNullable === true ? `scan.takeNull() ? null : ${read}` : read;
    }
    case 'decimal':
      return `scan.decimal(${form.decimals}, ${form.maxUnits}, ${quoted(form.finer)})`;
    case 'choice':
      return form.values.every((value) => typeof value === 'string')
        ? `scanChoice(scan, ${engine}Values, ${Math.max(...form.values.map((value) => value.length))})`
        : `scanNumberChoice(scan, ${engine}Values)`;
    case 'moment':
      return 'scan.moment()';
    case 'key-values':
      return `scanKeyValues(scan, ${form.max}, ${form.longestText})`;
    case 'list':
      return `scanList(scan, ${form.max}, ${elementReader(engine, form.of)})`;
    default:
      throw new Error(`${engine} is of the form "${form.is}", which no reader is written for`);
  }
}

function elementReader(engine: string, form: Form): string {
  if (form.is === 'choice') return `(scan) => ${valueOf(engine, form)}`;
  if (form.is === 'text') return 'scanText';
  if (form.is === 'size') return 'scanOneSize';
  if (form.is === 'domain' || form.is === 'inventory id') return `(scan) => ${valueOf(engine, form)}`;
  if (form.is === 'whole number' && form.min === 1) return 'scanId';
  throw new Error(`a list has elements of the form "${form.is}", which no reader is written for`);
}

/** An arbitrary value of a form, used in a bid that cannot be read. */
function anyOf(form: Form): string {
  if (form.is === 'text') return "''";
  return form.is === 'whole number' && form.isNullable === true ? 'null' : '0';
}

function choices(...tables: readonly FieldTable[]): string[] {
  return tables
    .flatMap((table) => Object.values(table))
    .flatMap(({ engine, kind: { form } }) => {
      const choice = form.is === 'list' ? form.of : form;
      if (choice.is !== 'choice') return [];
      const values = choice.values.map((value) => (typeof value === 'string' ? quoted(value) : value));
      return [`const ${engine}Values = [${values.join(', ')}] as const;`];
    });
}

/** The limit of texts in lists, which must be the same for all. */
function longestName(impression: FieldTable): number {
  const bounds = Object.values(impression).flatMap(({ kind: { form } }) =>
    form.is === 'list' && form.of.is === 'text' ? [form.of.max] : [],
  );
  if (new Set(bounds).size !== 1) throw new Error(`lists of texts have the bounds ${bounds.join(', ')}, allowed: one`);
  return bounds[0] ?? 0;
}

function boundsOf({ bids }: FieldTable, { id, price }: FieldTable) {
  const [list, text, decimal] = [bids?.kind.form, id?.kind.form, price?.kind.form];
  if (list?.is !== 'list' || text?.is !== 'text' || decimal?.is !== 'decimal') {
    throw new Error(
      'bids are no list, or their id is no text, or their price no decimal; change auction-reader.ts of auction-codec',
    );
  }
  return { most: list.max, longestId: text.max, priceDecimals: decimal.decimals, maxMicros: decimal.maxUnits };
}
