import type { ObjectStore } from '@auction-tiers/store';
import type { Logger } from 'pino';
import type { UsualModels } from '../../alert/usual-models.ts';
import type { Audit } from '../../audit/audit.ts';
import type { Clock } from '../../auth/clock.ts';
import type { CredentialIndex } from '../../auth/credential-index.ts';
import type { PasswordQueue } from '../../auth/password-queue.ts';
import type { ChannelWatch } from '../../channel/channel-watch.ts';
import type { ChannelSender } from '../../channel/sender.ts';
import type { AuctionCounts, DecisionCounter } from '../../metrics/counts.ts';
import type { Experiments } from '../../experiment/experiments.ts';
import type { Follower } from '../../mirror/follower.ts';
import type { BuyerNames, Publishers } from '../../mirror/directory.ts';
import type { LiveReport } from '../../report/live-report.ts';
import type { Mirror } from '../../mirror/mirror.ts';
import type { MemberBytes } from './quota.ts';
import type { TierSets } from '../../mirror/tier-sets.ts';
import type { UserChanges } from '../../mirror/user-changes.ts';
import type { RecordedAuctions } from '@auction-tiers/recorded';
import type { Recorder } from '../../recorder/recorder.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Simulations } from '../../simulation-queue/simulations.ts';
import type { RepeatedAnswers } from '../../repeat/repeated-answers.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { Quota } from './quota.ts';

/** What handlers work with. They know neither express nor Redis. */
export interface Deps {
  readonly store: ObjectStore;
  readonly mirror: Mirror;
  readonly follower: Follower;
  readonly tierSets: TierSets;
  readonly experiments: Experiments;
  readonly buyerNames: BuyerNames;
  readonly publishers: Publishers;
  readonly userChanges: UserChanges;
  readonly settings: Pick<
    Settings,
    | 'MAX_TIERS_PER_MEMBER'
    | 'MAX_YM_PROFILES_PER_MEMBER'
    | 'MAX_PROFILES_PER_MEMBER'
    | 'MAX_DRAFTS_PER_MEMBER'
    | 'MAX_KEYS_PER_USER'
    | 'INACTIVE_DMAS'
    | 'RECORD_SHARE_MAX'
  >;
  readonly memberBytes: MemberBytes;
  readonly quota: Quota;
  readonly throttle: Throttle;
  readonly repeatedAnswers: RepeatedAnswers;
  readonly simulations: Simulations;
  readonly passwordQueue: PasswordQueue;
  readonly credentialIndex: Pick<CredentialIndex, 'follow'>;
  readonly audit: Audit;
  readonly auctionCounts: AuctionCounts;
  readonly liveReport: LiveReport;
  readonly usual: UsualModels;
  /** Count every auction that is decided, in addition to `auctionCounts`. */
  readonly decisionCounters: readonly DecisionCounter[];
  /** Null where no auctions are recorded. */
  readonly recorder: Recorder | null;
  /** The recorded auctions, including those of other hosts that share the place. */
  readonly recorded: RecordedAuctions;
  readonly channels: Pick<ChannelWatch, 'test' | 'sendNow' | 'requireMails' | 'askToConfirm'>;
  readonly channelSender: Pick<ChannelSender, 'obstacleOf' | 'linkTo' | 'sendsMail'>;
  readonly clock: Clock;
  readonly log: Logger;
}
