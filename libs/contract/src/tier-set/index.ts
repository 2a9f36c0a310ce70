export { TierSetFile, toTierSetSource } from '../engine/tier-set-file.ts';
export { issuesOf } from '../error/issue.ts';
export { withInitials } from '../resource/object.ts';
export { profileResource } from '../resources/profile.ts';
export { tierResource } from '../resources/tier.ts';
export { ymProfileResource } from '../resources/ym-profile.ts';
export { bareFile } from './import.ts';
export { TierSetDraft } from './import.ts';
