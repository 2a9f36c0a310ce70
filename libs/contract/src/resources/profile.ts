import type { Issue } from '../error/issue.ts';
import { defineResource, type Values } from '../resource/resource.ts';
import { optional, readOnly } from '../resource/field.ts';
import type { Plain } from '../resource/object.ts';
import { actionFields, actionLists, targetFields } from './profile-dimension.ts';

const fields = {
  id: readOnly.id(),
  code: optional.text(1, 100, "The caller's own key, unique among the member's profiles"),
  name: optional.name('Name of the profile'),
  description: optional.text(0, 1000, 'Description'),
  member_id: optional.owner(),
  ...actionFields,
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
