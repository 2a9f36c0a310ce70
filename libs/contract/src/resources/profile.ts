import type { Issue } from '../error/issue.ts';
import { defineResource, type Values } from '../resource/resource.ts';
import { optional, readOnly } from '../resource/field.ts';
import { actionLists, targetFields } from './profile-target.ts';

const targetAction = (dimension: string) =>
  optional.choice(['include', 'exclude'], 'exclude', `Whether ${dimension} must or must not be among the targets`);

const fields = {
  id: readOnly.id(),
  code: optional.text(1, 100, "The caller's own key, unique among the member's profiles"),
  name: optional.text(1, 255, 'Name of the profile'),
  description: optional.text(0, 1000, 'Description'),
  member_id: optional.owner(),
  country_action: targetAction('the country'),
  region_action: targetAction('the region'),
  city_action: targetAction('the city'),
  dma_action: targetAction('the market area'),
  inventory_action: targetAction('the publisher, site or placement'),
  domain_action: targetAction('the domain'),
  device_type_action: targetAction('the device type'),
  operating_system_family_action: targetAction('the operating system'),
  browser_action: targetAction('the browser'),
  language_action: targetAction('the language'),
  supply_type_action: targetAction('the supply type'),
  content_category_action: targetAction('a content category'),
  segment_boolean_operator: optional.choice(['and', 'or'], 'and', 'Whether all included segments are needed, or one'),
  daypart_timezone: optional.timezone('Time zone of the dayparts, IANA'),
  ...targetFields,
  last_modified: readOnly.date('When the profile last changed, UTC'),
};

export const profileResource = defineResource({
  service: 'profile',
  plural: 'profiles',
  fields,
  unique: [{ field: 'code' }],
  check: (profile) =>
    Object.keys(actionLists).flatMap((name) => neverMatches(profile, name as keyof typeof actionLists)),
});

export type TargetingProfile = Values<typeof fields>;

/** An include without targets could never match. */
function neverMatches(profile: TargetingProfile, action: keyof typeof actionLists): Issue[] {
  const lists = actionLists[action];
  const isEmpty = lists.every((list) => (profile[list]?.length ?? 0) === 0);
  if (profile[action] !== 'include' || !isEmpty) return [];
  return [{ path: action, message: `is "include" without any of ${lists.join(', ')}: it could never match` }];
}
