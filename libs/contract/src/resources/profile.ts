import type { Issue } from '../error/issue.ts';
import { defineResource, type Values } from '../resource/resource.ts';
import { labelled, optional, readOnly } from '../resource/field.ts';
import type { Completion, Plain } from '../resource/object.ts';
import { actionFields, actionLists, targetFields } from './profile-dimension.ts';

const fields = {
  id: readOnly.id(),
  code: optional.text(1, 100, "The caller's own key, unique among the member's profiles"),
  name: optional.name('Name of the profile'),
  description: optional.prose(1000, 'Description'),
  member_id: optional.owner(),
  ...actionFields,
  segment_boolean_operator: optional.choice(
    ['and', 'or'],
    'and',
    '`and`: all included segments are needed; `or`: one of them',
  ),
  daypart_timezone: labelled('Time zone of the hours', optional.timezone('Time zone of the dayparts, IANA')),
  ...targetFields,
  last_modified: readOnly.date('When the profile last changed, UTC'),
};

export const profileResource = defineResource({
  service: 'profile',
  plural: 'profiles',
  words: {
    one: 'a targeting profile',
    many: 'targeting profiles',
    description:
      'Decides which impressions a tier applies to. A profile that a tier uses cannot be deleted. Each dimension has a list of targets and an action.',
    reading: '`GET /profile?like_name=york` searches by a part of the name.',
  },
  fields,
  unique: [{ field: 'code' }],
  check: (profile) => actionLists.flatMap(([action, lists]) => neverMatches(profile, action, lists)),
});

export type TargetingProfile = Values<typeof fields>;

/** An include without targets could never match. */
function neverMatches(profile: Plain, action: string, lists: readonly string[]): Issue[] {
  const isEmpty = lists.every((list) => {
    const targets = profile[list];
    return !Array.isArray(targets) || targets.length === 0;
  });
  if (profile[action] !== 'include' || !isEmpty) return [];
  return [{ path: action, message: `is "include" without any of ${lists.join(', ')}: it could never match` }];
}

/** A country as a profile that targets it shows it. */
interface Country {
  readonly id: number;
  /** ISO 3166-1, alpha-2. */
  readonly code: string;
  readonly name: string;
}

/** The tables of countries and market areas in which the targets of profiles are looked up. */
export interface Places {
  findCountry(id: number): Country | undefined;
  findCountryByCode(code: string): Country | undefined;
  findDma(id: number): object | undefined;
  /** Whether ISO 3166-2 has a region. */
  isRegion(code: string): boolean;
  /** Market areas without deliverable inventory. Default: none. */
  readonly inactiveDmas?: ReadonlySet<number>;
}

/** Checks that targeted places exist; fills in the id or code, and the name, of each country. */
export function completeProfile(value: Plain, places: Places, { issues }: Pick<Completion, 'issues'>): Plain {
  const profile = value as TargetingProfile;
  const report: Report = (path, message) => void issues.push({ path, message });
  for (const [index, { dma }] of (profile.dma_targets ?? []).entries()) {
    const path = `dma_targets.${index}.dma`;
    if (places.findDma(dma) === undefined) report(path, `is ${dma}, which is not a market area`);
    else if (places.inactiveDmas?.has(dma) === true) {
      report(path, `is ${dma}, which is not active here: delivery to it is not possible`);
    }
  }
  for (const [index, { country_code: code }] of (profile.city_targets ?? []).entries()) {
    if (places.findCountryByCode(code) === undefined) report(`city_targets.${index}.country_code`, noCountry(code));
  }
  const regions = profile.region_targets?.map((target) => ({
    ...target,
    code: target.code.replace(/^uk(?=-)/i, 'GB'),
  }));
  for (const [index, { code }] of (regions ?? []).entries()) {
    const path = `region_targets.${index}.code`;
    if (places.findCountryByCode(code.slice(0, 2)) === undefined) report(path, noCountry(code));
    else if (!places.isRegion(code)) report(path, `is ${JSON.stringify(code)}, which is no region of ISO 3166-2`);
  }
  const cities = profile.city_targets?.map((city) => ({
    ...city,
    country_code: /^uk$/i.test(city.country_code) ? 'GB' : city.country_code,
  }));
  const sent = value['country_targets'] as readonly Partial<Country>[] | null | undefined;
  const countries = sent?.map((one, index) => toCountryTarget(one, `country_targets.${index}`, places, report));
  return {
    ...value,
    ...(regions !== undefined && { region_targets: regions }),
    ...(cities !== undefined && { city_targets: cities }),
    ...(countries !== undefined && { country_targets: countries }),
  };
}

type Report = (path: string, message: string) => void;

function toCountryTarget({ id, code }: Partial<Country>, path: string, places: Places, report: Report) {
  const byId = id === undefined ? undefined : places.findCountry(id);
  const byCode = code === undefined ? undefined : places.findCountryByCode(code);
  if (id !== undefined && byId === undefined) report(`${path}.id`, noCountry(id));
  if (code !== undefined && byCode === undefined) report(`${path}.code`, noCountry(code));
  if (byId !== undefined && byCode !== undefined && byId !== byCode) {
    report(`${path}.code`, `is ${JSON.stringify(code)}, but country ${id} is ${byId.code}`);
  }
  const country = byId ?? byCode;
  return { id: country?.id, code: country?.code, name: country?.name };
}

const noCountry = (value: unknown) => `is ${JSON.stringify(value)}, which is not a country`;
