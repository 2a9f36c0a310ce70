import type {
  Alert,
  ApiKey,
  AuctionTier,
  DraftPart,
  Forecast,
  Member,
  PlatformMember,
  StoredChannel,
  StoredDraft,
  StoredExperiment,
  TargetingProfile,
  User,
  View,
  YmProfile,
} from '@auction-tiers/contract';

/** The objects of each service, with every attribute that is stored. */
export interface StoredObjects {
  readonly 'ym-auction-tier': AuctionTier;
  readonly 'ym-profile': YmProfile;
  readonly profile: TargetingProfile;
  readonly 'platform-member': PlatformMember;
  readonly member: Member;
  readonly user: User;
  readonly 'api-key': ApiKey;
  readonly draft: StoredDraft;
  readonly 'draft-part': DraftPart;
  readonly forecast: Forecast;
  readonly alert: Alert;
  readonly channel: StoredChannel;
  readonly view: View;
  readonly experiment: StoredExperiment;
}
