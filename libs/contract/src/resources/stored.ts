import { alertResource } from './alert.ts';
import { apiKeyResource } from './api-key.ts';
import { storedChannelResource } from './channel.ts';
import { draftPartResource, storedDraftResource } from './draft.ts';
import { storedExperimentResource } from './experiment.ts';
import { forecastResource } from './forecast.ts';
import { memberResource } from './member.ts';
import { platformMemberResource } from './platform-member.ts';
import { profileResource } from './profile.ts';
import { tierResource } from './tier.ts';
import { userResource } from './user.ts';
import { viewResource } from './view.ts';
import { ymProfileResource } from './ym-profile.ts';

/** The resources whose objects are stored. */
export const storedResources = [
  tierResource,
  ymProfileResource,
  profileResource,
  platformMemberResource,
  memberResource,
  userResource,
  apiKeyResource,
  storedDraftResource,
  draftPartResource,
  forecastResource,
  storedExperimentResource,
  alertResource,
  storedChannelResource,
  viewResource,
] as const;
