import { labelWithin, namedFields, type Shown } from './field-label.ts';

/** What the service calls by number, and a text for people by name. */
export type Named = 'tier' | 'buyer' | 'profile';

/** The name of an object by its id; null: it is not known, or has none. */
export type NameOf = (kind: Named, id: number) => string | null;

/** How a text for people gives prices, times and names. */
export interface PlainShown extends Shown {
  /** A CPM price, as the reader's language writes it. */
  readonly price: (price: number) => string;
  /** A moment, milliseconds, on the reader's clock with its zone. */
  readonly moment: (ms: number) => string;
  /** A day of the seller's calendar: `2026-11-22`. */
  readonly day: (day: string) => string;
  /** A day and a time of the seller's clock: `2026-11-22`, `18:00`. */
  readonly clock: (day: string, time: string) => string;
  /** Default: objects stay without a name. */
  readonly nameOf?: NameOf;
  /** Names and notes that people have written, and that may stand in the text: they stay as they are. */
  readonly own?: readonly string[];
}

/** Words that users should not have to read: parts of the service's interface, its settings, and ids. */
const serviceWords: readonly RegExp[] = [
  /\b(?:GET|POST|PUT|DELETE|PATCH)\b/,
  /(?:^|[\s(])\/[a-z][\w/-]*/,
  /\b(?:null|undefined|NaN|JSON|HTTP|REST|tRPC|Redis|regex)\b/,
  /\b[A-Za-z][a-z0-9]*(?:_[A-Za-z0-9]+)+\b/,
  /\b[A-Z]+_[A-Z_]+\b/,
  /(?:^|\s|\()--[a-z]/,
  /[`{}]|\?id=|\^|\\d/,
  /\b(?:ym-profile|ym-auction-tier|platform-member|api-key|if-match|idempotency|dbg|request id|snapshot|revision)/i,
  /\bscopes?\b/,
  /\b(?:tier|buyer|(?:targeting )?profile|draft|member|user|simulation|experiment|live test|alert|channel|view)s? \d/i,
];

/** A word of the service in a text for users; null: there is none. Quoted texts are a user's own words. */
export function findServiceWord(text: string): string | null {
  const own = text.replace(/"(?:[^"\\]|\\.)*"|“[^”]*”/g, '""');
  for (const word of serviceWords) {
    const found = word.exec(own);
    if (found !== null) return found[0].trim();
  }
  return null;
}

/** Names of fields that only the service uses. */
const ofService = new RegExp(`\\b(?:${namedFields.filter((name) => name.includes('_')).join('|')})\\b`, 'gi');

const ids = String.raw`\d+(?:, \d+)*(?: and \d+)?`;
const oneOrMore = new RegExp(String.raw`\b(tier|buyer|profile)(s?) (${ids})(?![\d.])(?! more)`, 'gi');
const many = /\b(\d+ (?:[a-z]+ )?(tier|buyer|profile)s) \(([\d, ]+\d)( and \d+ more)?\)/gi;

/**
 * Replaces ids by names, once where the text has the name too; what has no name becomes "an unnamed tier". `hold` gives
 * what stands for a name while the words around it are changed.
 */
function withNames(text: string, nameOf: NameOf, hold: (name: string) => string): string {
  const named = (kind: string, id: string) => nameOf(kind.toLowerCase() as Named, Number(id));
  const nameAll = (kind: string, list: string): string =>
    list.replace(/\d+/g, (id) => {
      const name = named(kind, id);
      return name === null ? 'an unnamed one' : hold(name);
    });
  const nameOne = (kind: string, id: string, rest: string): string => {
    const name = named(kind, id);
    // A capital letter begins its name at the time of the text, which may be another one now.
    const isSaid = /^ ["“A-Z\uE000-\uF8FF]/.test(rest) || (name !== null && rest.startsWith(` ${name}`));
    if (isSaid) return kind;
    if (name === null) return `${kind.startsWith(kind[0]!.toUpperCase()) ? 'An' : 'an'} unnamed ${kind.toLowerCase()}`;
    // `tier Tier 8` is said once.
    return name.toLowerCase().startsWith(`${kind.toLowerCase()} `) ? hold(name) : `${kind} ${hold(name)}`;
  };
  return text
    .replace(
      many,
      (_all, count: string, kind: string, list: string, more = '') => `${count} (${nameAll(kind, list)}${more})`,
    )
    .replace(oneOrMore, (all: string, kind: string, s: string, list: string, at: number, whole: string) =>
      /^\d+$/.test(list)
        ? nameOne(`${kind}${s}`, list, whole.slice(at + all.length))
        : `${kind}${s} ${nameAll(kind, list)}`,
    );
}

/** A text of people stands as one of these characters, which no text has, while the words around it are changed. */
const [firstHidden, mostHidden] = [0xe000, 0x1900];
const markAt = (at: number) => String.fromCharCode(firstHidden + at);

function hide(all: string, one: string, at: number): string {
  const pattern = one.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return all.replace(new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'gu'), markAt(at));
}

/**
 * Hides the texts of people that stand in a sentence as whole words, the longest first, and with `hold` those that are put
 * in. `show` puts all back.
 */
function hideOwn(text: string, own: readonly string[]) {
  const found = [...new Set(own)].filter((one) => one.trim() !== '' && text.includes(one));
  const held = found.toSorted((one, other) => other.length - one.length).slice(0, mostHidden);
  return {
    hidden: held.reduce(hide, text),
    hold: (name: string): string => {
      if (!held.includes(name)) held.push(name);
      const at = held.indexOf(name);
      return at < mostHidden ? markAt(at) : name;
    },
    show: (plain: string) => held.reduce((all, one, at) => all.replaceAll(markAt(at), () => one), plain),
  };
}

/** The moment in the name of a draft that takes something back, as the service writes it: by the seller's clock. */
const namedMoment = /(?<=\b(?:Back to|Undo of) )(\d{4}-\d\d-\d\d) (\d\d:\d\d)(?!:)/g;

/** The name of a draft, with the moment that the service may have put into it in the form of its readers. */
export const withNamedMoment = (text: string, clock: PlainShown['clock']): string =>
  text.replace(namedMoment, (_all, day: string, time: string) => clock(day, time));

/** Times and days as the service writes them, of which the days stand after a word of time: names have some as well. */
const momentForm = /\b(\d{4}-\d\d-\d\d)(?:T| at | )(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?: UTC\b|Z\b|(?!\d|:\d))/g;
const dayForm = /(?<=\b(?:on|from|since|until|to|before|after|than) )\d{4}-\d\d-\d\d\b(?!@)/g;

/** Without names, an id before a name is dropped, and any other becomes "the tier". */
const withoutIds = (text: string): string =>
  text
    .replace(/\b(tier|profile|adds|removes) \d+ (?=[A-Z"“\uE000-\uF8FF])/gi, '$1 ')
    .replace(/^Draft \d+(?= (?:was not published|is waiting for) )/, 'The draft')
    .replace(
      /(?:\b(?:the|a) )?\b(tier|buyer|profile|draft|member|user|simulation|live test|channel|view) \d+\b(?!\.\d)/g,
      'the $1',
    );

/**
 * A sentence of the service in the words of its users: `min_price of tier 7 Gold`, 2.500000, becomes `net minimum (EUR
 * CPM) of tier Gold`, 2.50, and `on 2026-11-22 at 09:00 UTC` has the reader's clock. Requests that the reader would have
 * to send, such as `POST /draft/approve`, are left out.
 */
export function plainWords(text: string, shown: PlainShown): string {
  const { plain, show } = plainHidden(text, shown);
  return show(plain);
}

/** The sentence with a mark for each text of people; `show` puts them back. */
function plainHidden(text: string, { nameOf, price, moment, day, clock, own = [], ...shown }: PlainShown) {
  const [said, ...names] = [text, ...own].map((one) => withNamedMoment(one, clock));
  const { hidden, hold, show } = hideOwn(said!, names);
  const plain = hidden
    .replace(
      /; POST \/experiment\/pause\S* or \/experiment\/end first/g,
      '; pause or end it first, under Draft, Live tests',
    )
    .replace(/; POST \/experiment\/end\S* first/g, '; end it first, under Draft, Live tests')
    .replace(/; POST \/draft\/unschedule\S* opens it/g, '; unschedule it first, under Draft')
    .replace(
      ': send a later end_at, another design or share, or underpowered: true',
      ': choose more days, another share or another design, or start it even so',
    )
    .replace(/; DELETE \/experiment\S* first/g, '; remove it first, under Draft, Live tests')
    .replace(/[;:] [^;:]*\b(?:GET|POST|PUT|DELETE|PATCH) \/[^;:]*/g, '')
    .replace(/\s*\([^()]*(?:--[a-z]|`)[^()]*\)/g, '')
    .replace(/(?<=[.:?] |^)[^.:?]*(?:: )?--[a-z][^.?]*[.?]\s*/g, '')
    .replace(/, which [\w-]+ \d+ has already\b/g, ', which another one has already')
    .replace(/, because publishing of member \d+ is "\w+"/g, ' at this seller')
    .replace(/\bset (\w+) to null\b/g, (_all, field: string) => `leave the ${labelWithin(field, shown)} empty`)
    .replace(/\bym-profile \d+( |$)/g, 'the group of sites$1')
    .replace(/\bym-profile(s?)\b/g, (_all, s: string) => (s === '' ? 'group of sites' : 'groups of sites'))
    .replace(ofService, (field) => labelWithin(field.toLowerCase(), shown))
    .replace(/\bnull\b/g, 'none')
    .replace(/\b\d+\.\d{6}\b/g, (decimal) => price(Number(decimal)))
    .replace(momentForm, (_all, date: string, time: string) => moment(Date.parse(`${date}T${time}Z`)))
    .replace(dayForm, (date) => day(date.slice(0, 10)))
    .replace(/\b1 (draft|experiment|tier|view) object\b/g, '1 $1')
    .replace(/\b(\d+) (draft|experiment|tier|view) objects\b/g, '$1 $2s')
    .replace(/\b(the|a|such|this) logs?\b/gi, '$1 period')
    .replace(/\b(c|C)ommitment(s?)\b/g, (_all, c: string, s: string) => `${c === 'C' ? 'P' : 'p'}romise${s}`)
    .replace(/\b(e|E)xperiment(s?)\b/g, (_all, e: string, s: string) => `${e === 'E' ? 'L' : 'l'}ive test${s}`)
    .replace(/ -> /g, ' → ')
    .trim();
  return { plain: withoutIds(nameOf === undefined ? plain : withNames(plain, nameOf, hold)), show };
}

/** The service's text in the words of its users, or `otherwise` if words of the service are left in it. */
export function plainOr(text: string, otherwise: string, shown: PlainShown): string {
  const { plain, show } = plainHidden(text, shown);
  // Names may be any words.
  return plain === '' || findServiceWord(plain) !== null ? otherwise : show(plain);
}
