import { parse } from 'papaparse';
import { type CsvCell, isPrice, isTime, unguarded } from '@auction-tiers/contract';
import { fieldLabel } from '../../../difference/field-words.ts';
import { clockText, zoneShown, momentOfClock, msOf, utcText } from '../../../figure/date.ts';
import { cpmIn } from '../../../figure/figures.ts';
import {
  type Content,
  type DraftProfile,
  type DraftTier,
  type Edit,
  fieldsThatDiffer,
  keyOf,
  type TierKey,
} from '../../../draft/content.ts';
import { nameOfProfile } from '../row/ladder-row.ts';
import { buyerName } from '../../../words/buyer-name.ts';
import type { Buyer } from './bulk.ts';
import { addTiers, saveTiers, type Target } from './edits.ts';
import { checkValues, emptyValues, type FormValues, typedFields, valuesOf } from './form-values.ts';
import { readNumber } from '../../../figure/typed.ts';

const everywhere = 'everywhere';

/** The columns of the file after the number of the tier, in the words of the page. */
const columns = [...typedFields, 'member_action', 'state', 'buyer_members', 'profile_id'] as const;
type ColumnName = (typeof columns)[number];
const numberHead = 'Tier number';
/** Shorter heads, as tables and people name these columns. */
const shortHeads: Partial<Record<ColumnName, string>> = { name: 'Tier', min_price: 'Net min', max_forgone: 'At most' };

/** The columns by their heads, whether these name the currency, and that it is CPM, or not. */
const headsIn = (currency: string): ReadonlyMap<string, ColumnName> =>
  new Map(
    columns.flatMap((name) => {
      const unit = ` (${cpmIn(currency)})`;
      const label = fieldLabel(name, currency, zoneShown()).replace(unit, '');
      return [label, shortHeads[name] ?? label]
        .flatMap((head) => [head, `${head} (CPM)`, head + unit])
        .map((each) => [each.toLowerCase(), name] as const);
    }),
  );

/** A time as the clock of the head's time zone shows it: `2026-12-01 00:00:00`. */
const clockOf = (text: string, timeZone: string): string =>
  text === '' ? '' : clockText(msOf(text), timeZone).replace('T', ' ');

/** The time of such a text, UTC; the check refuses an invalid text. An unchanged one keeps even a repeated hour. */
function momentText(cell: string, before: string, timeZone: string): string {
  if (cell === clockOf(before, timeZone)) return before;
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(cell) ?? [];
  const ms = day === undefined ? null : momentOfClock(`${day}T${time}`, timeZone);
  return ms === null ? cell : utcText(ms);
}

/** The cell of a field: a price is a figure, whose decimal sign the file decides. */
function cellOf(field: string, text: string, timeZone: string): CsvCell {
  const read = isPrice(field) ? readNumber(text) : null;
  if (read?.ok === true) return { figure: read.digits };
  return isTime(field) ? clockOf(text, timeZone) : text;
}

const numbered = (name: string, id: number | undefined): string => `${name} (${id})`;

/** The tiers as rows of a file, to be edited in a spreadsheet and read again; times are in the zone of their heads. */
export function ladderToCsv({ tiers, profiles }: Content, currency: string, timeZone: string): CsvCell[][] {
  const profileOf = new Map(profiles.map((one) => [one.id, numbered(nameOfProfile(one), one.id)]));
  const rows = tiers.map((tier) => {
    const values = valuesOf(tier);
    const told: Readonly<Record<string, CsvCell>> = {
      ...Object.fromEntries(typedFields.map((field) => [field, cellOf(field, values[field], timeZone)])),
      member_action: values.member_action,
      state: values.state,
      buyer_members: values.buyer_members.map((buyer) => numbered(buyerName(buyer), buyer.id)).join('; '),
      profile_id: tier.profile_id === null ? everywhere : (profileOf.get(tier.profile_id) ?? String(tier.profile_id)),
    };
    return [String(tier.id ?? ''), ...columns.map((name) => told[name] ?? '')];
  });
  return [[numberHead, ...columns.map((name) => fieldLabel(name, currency, zoneShown()))], ...rows];
}

export type ReadLadderFile =
  | { readonly ok: true; readonly file: LadderFile }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The ladder that a file is read for. */
interface LadderOf {
  readonly ymProfileId: number;
  readonly currency: string;
  readonly timeZone: string;
}

const mostProblems = 20;

/** Reads such a file: tiers by their number, those without one by the name of a new tier of the draft, else as new ones. */
export function readLadderCsv(
  text: string,
  content: Content,
  profiles: readonly DraftProfile[],
  { ymProfileId, currency, timeZone }: LadderOf,
): ReadLadderFile {
  const heads = headsIn(currency);
  const [head = [], ...lines] = parse<string[]>(text.replace(/^\u{FEFF}/u, ''), {
    skipEmptyLines: 'greedy',
    // Where it is a semicolon, cells have commas and semicolons of their own, and a guess can be wrong.
    delimiter: /^.*/.exec(text)?.[0].includes(';') === true ? ';' : '',
  }).data;
  const names = head.map((one) => (isNumberHead(one) ? ('id' as const) : heads.get(one.trim().toLowerCase())));
  const unknown = head.filter((_, at) => names[at] === undefined);
  if (unknown.length > 0 || head.length === 0) {
    const allowed = [numberHead, ...columns.map((name) => fieldLabel(name, currency, zoneShown()))].join(', ');
    const seen = head.length === 0 ? 'The file is empty' : `The file has the column ${JSON.stringify(unknown[0])}`;
    return { ok: false, problems: [`${seen}; its first line may have: ${allowed}`] };
  }
  const reading = readingInto(content, profiles, ymProfileId, timeZone);
  const problems = lines.flatMap((line, at) => {
    try {
      reading.add(new Map(names.map((name, column) => [name!, unguarded(line[column] ?? '').trim()])));
      return [];
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      // Lines as a spreadsheet counts them.
      return error.problems.map((problem) => `Line ${at + 2}: ${problem}`);
    }
  });
  return problems.length > 0
    ? { ok: false, problems: problems.slice(0, mostProblems) }
    : { ok: true, file: reading.file() };
}

/** What is wrong with a line. */
class Wrong extends Error {
  readonly problems: readonly string[];

  constructor(...problems: readonly string[]) {
    super(problems.join('; '));
    this.problems = problems;
  }
}

const isNumberHead = (head: string): boolean => head.trim().toLowerCase() === numberHead.toLowerCase();

type Cells = ReadonlyMap<ColumnName | 'id', string>;

/** Reads lines of a file that is compared with the tiers that the user sees. */
function readingInto({ tiers }: Content, profiles: readonly DraftProfile[], ymProfileId: number, timeZone: string) {
  const changes: { readonly target: Target; readonly after: DraftTier; readonly profile: DraftProfile | null }[] = [];
  const added: { readonly tier: DraftTier; readonly profile: DraftProfile | null }[] = [];
  const named = new Set<TierKey>();
  const targets = tiers.map((tier, index): Target => ({ key: keyOf(tier, index), tier }));
  const known = new Map(targets.map((one) => [one.tier.id === undefined ? `new ${one.tier.name}` : one.key, one]));
  const profileBy = new Map(
    profiles.flatMap((one) => [
      [String(one.id), one] as const,
      ...(one.name === null ? [] : [[one.name.toLowerCase(), one] as const]),
    ]),
  );
  const buyerBy = new Map(tiers.flatMap(({ buyer_members: all }) => (all ?? []).map((one) => [one.id, one])));

  const add = (cells: Cells): void => {
    const number = cells.get('id') ?? '';
    const target = known.get(number === '' ? `new ${cells.get('name') ?? ''}` : number);
    if (number !== '' && target === undefined)
      throw new Wrong(`tier number ${JSON.stringify(number)} is not in this ladder; leave it empty for a new tier`);
    if (target !== undefined && named.has(target.key)) throw new Wrong(`tier ${target.tier.name} appears twice`);
    const values = valuesIn(target === undefined ? emptyValues : valuesOf(target.tier), cells);
    const checked = checkValues(values, target?.tier.id, ymProfileId);
    if (!checked.ok)
      throw new Wrong(
        ...Array.from(
          checked.problems,
          ([field, message]) => `${field === '' ? '' : `${fieldLabel(field)} `}${message}`,
        ),
      );
    const { tier } = checked;
    const profile = profileBy.get(String(tier.profile_id)) ?? null;
    if (target === undefined) added.push({ tier, profile });
    else {
      named.add(target.key);
      if (fieldsThatDiffer(target.tier, tier).length > 0) changes.push({ target, after: tier, profile });
    }
  };

  const valuesIn = (before: FormValues, cells: Cells): FormValues => {
    const [action, state] = [cells.get('member_action')?.toLowerCase(), cells.get('state')?.toLowerCase()];
    if (action !== undefined && action !== 'include' && action !== 'exclude')
      throw new Wrong(`action ${JSON.stringify(action)}; allowed are include and exclude`);
    if (state !== undefined && state !== 'active' && state !== 'inactive')
      throw new Wrong(`state ${JSON.stringify(state)}; allowed are active and inactive`);
    const [place, buyers] = [cells.get('profile_id'), cells.get('buyer_members')];
    const profileId = place === undefined ? before.profile_id : profileOf(place);
    if (profileId === undefined)
      throw new Wrong(
        `no targeting profile ${JSON.stringify(place)}; allowed are ${everywhere}, a name, or a name with its number`,
      );
    const typed = typedFields.map((field) => {
      const cell = cells.get(field) ?? (isTime(field) ? clockOf(before[field], timeZone) : before[field]);
      return [field, isTime(field) ? momentText(cell, before[field], timeZone) : cell] as const;
    });
    return {
      ...before,
      ...(Object.fromEntries(typed) as Pick<FormValues, (typeof typedFields)[number]>),
      ...(action === undefined ? {} : { member_action: action }),
      ...(state === undefined ? {} : { state }),
      buyer_members: buyers === undefined ? before.buyer_members : buyersOf(buyers),
      profile_id: profileId,
    };
  };

  const profileOf = (cell: string): number | null | undefined => {
    if (cell === '' || cell.toLowerCase() === everywhere) return null;
    return (profileBy.get(idOf(cell) ?? '') ?? profileBy.get(cell.toLowerCase()))?.id;
  };

  const buyersOf = (cell: string): readonly Buyer[] => {
    const read: Buyer[] = [];
    for (const one of cell.split(';').map((text) => text.trim())) {
      if (one === '') continue;
      const id = Number(idOf(one));
      if (!Number.isSafeInteger(id) || id < 1)
        throw new Wrong(
          `buyer ${JSON.stringify(one)} has no number; allowed is a name with its number, such as Bluefin (102)`,
        );
      if (read.every((other) => other.id !== id)) read.push(buyerBy.get(id) ?? { id, name: null });
    }
    return read;
  };

  /** The effect of the file on the tiers that the user sees. */
  const file = () => {
    const [saved, withNew] = [saveTiers(changes), addTiers(added)];
    return {
      changed: changes.map(({ target }) => target.tier.name),
      added: added.map(({ tier }) => tier.name),
      /** Number of tiers that the file names without a change, and of tiers that it does not name; all of them stay. */
      same: named.size - changes.length,
      unnamed: known.size - named.size,
      edit: ((content) => withNew(saved(content))) satisfies Edit,
    };
  };
  return { add, file };
}

export type LadderFile = ReturnType<ReturnType<typeof readingInto>['file']>;

/** `102` of `Bluefin (102)` and of `102`. */
const idOf = (cell: string): string | undefined => /^(?:.*\()?(\d{1,15})\)?$/.exec(cell)?.[1];
