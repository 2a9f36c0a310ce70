import {
  type AskRecordedInput,
  type CallContext,
  dateText,
  type RecordedAnswer,
  type RecordedHour,
  toTierSetSource,
} from '@auction-tiers/contract';
import type { TierSetSource } from '@auction-tiers/tier-engine';
import { ConcurrencyLimit } from '../../loop/concurrency-limit.ts';
import { chooseHours, mostSampled, shareOf, sizeOf } from '../../sample/choose-hours.ts';
import { keepLast, type Questions } from '../../sample/sample-answers.ts';
import { Samples } from '../../sample/samples.ts';
import { requireDraftOf } from '../draft/stored-draft.ts';
import { treatmentOf } from '../experiment/treatment.ts';
import type { Deps } from '../request/deps.ts';
import { notFound } from '../request/refusal.ts';
import { storedTierSet } from '../tier-set/stored-tier-set.ts';
import { type Counted, requireOwner, segmentsByHour, toHour } from '../recorded/hours.ts';

/** Most questions at once, which wait for one thread and may hold the auctions that it is sent; and most before them. */
const [mostAtOnce, mostWaiting] = [8, 60];
/** Most packed bytes of a sample, and of what is read of it at once. In memory auctions take about ten times as many. */
const [mostBytes, partBytes] = [8 * 1024 * 1024, 1024 * 1024];
/** How long questions are answered from the same sample although more was recorded meanwhile. */
const keptMs = 300_000;
const mostKept = 100;

/** The hours of a sample. */
interface Plan {
  readonly key: string;
  readonly readMs: number;
  readonly recorded: readonly RecordedHour[];
  readonly chosen: readonly RecordedHour[];
  readonly segments: readonly Counted[];
  readonly most: number;
}

type AskDeps = Pick<Deps, 'mirror' | 'follower' | 'recorded' | 'clock'>;

/** Answers questions about recorded auctions. */
export function askingRecorded(deps: AskDeps): (call: CallContext, input: AskRecordedInput) => Promise<RecordedAnswer> {
  const limit = new ConcurrencyLimit(mostAtOnce, 'questions about recorded auctions', mostWaiting);
  const samples = new Samples();
  const plans = new Map<string, Plan>();

  /** Without a question, what was recorded meanwhile is read. */
  async function planFor(owner: number, input: AskRecordedInput, isBare: boolean): Promise<Plan> {
    const name = [owner, input.ym_profile_id, input.from, input.to].join(' ');
    const known = plans.get(name);
    if (known !== undefined && !isBare && deps.clock.epochMs() - known.readMs < keptMs) return known;
    const made = await makePlan(deps, owner, input, name);
    const plan = known?.key === made.key ? known : made;
    keepLast(plans, name, plan, mostKept);
    return plan;
  }

  return async (call, input) => {
    const owner = await requireOwner(deps, call, input);
    const { buyers, buyer_id, tier_id, min_price, find, auction, explained } = input;
    const questions: Questions = { buyers, buyer_id, tier_id, min_price, find, auction, explained };
    const tiers = tiersOf(deps, owner, input);
    return limit.run(async () => {
      const plan = await planFor(
        owner,
        input,
        Object.values(questions).every((one) => one === undefined),
      );
      const size = sizeOf(plan.recorded, plan.chosen);
      const { answer, auctions, unread, newestMs } = await samples.ask({
        sample: plan.key,
        tiers: tiers.key,
        questions,
        decided: size.auctions_decided,
        readParts: async () => ({
          packed: await readParts(deps, plan),
          share: shareOf(plan.recorded),
          most: plan.most,
        }),
        readSource: tiers.read,
      });
      const isCut = auctions === plan.most && auctions < size.auctions_recorded;
      const newest_on = newestMs === null ? null : dateText(newestMs);
      return {
        sample: { read_on: dateText(plan.readMs), newest_on, auctions, unread, is_cut: isCut, ...size },
        ...answer,
      };
    }, owner);
  };
}

/** The tiers that decide, with a key that changes when they do. Throws `not_found` without the draft. */
export function tiersOf(
  { mirror }: Pick<AskDeps, 'mirror'>,
  owner: number,
  { ym_profile_id: id, draft_id: draftId }: Pick<AskRecordedInput, 'ym_profile_id' | 'draft_id'>,
): { readonly key: string; readonly read: () => TierSetSource } {
  if (draftId === undefined) {
    const revision = mirror.revisionOf(owner);
    return {
      key: `live ${revision}`,
      read: () => toTierSetSource({ ...storedTierSet(mirror, owner, id)!, revision }),
    };
  }
  const held = requireDraftOf(mirror, owner, draftId);
  if (held.stored.ym_profile_id !== id) throw notFound('draft', draftId, 'draft_id');
  return { key: `draft ${draftId} ${held.stored.content_sha256}`, read: () => treatmentOf(held) };
}

async function makePlan(
  { recorded: place, clock }: AskDeps,
  owner: number,
  { ym_profile_id: id, from, to }: AskRecordedInput,
  name: string,
): Promise<Plan> {
  const readMs = clock.epochMs();
  const byHour = await segmentsByHour(place, owner, id, { fromMs: Date.parse(from), beforeMs: Date.parse(to) });
  const recorded = Array.from(byHour, ([startMs, segments]) => toHour(startMs, segments, readMs, true));
  const all = [...byHour.values()].flat();
  const [bytes, lines] = [sumOf(all, ({ bytes: each }) => each), sumOf(all, ({ lines: each }) => each)];
  const most = Math.min(mostSampled, Math.floor((mostBytes / Math.max(1, bytes)) * lines));
  const chosen = chooseHours(recorded, shareOf(recorded), most);
  const starts = new Set(chosen.map(({ hour }) => Date.parse(hour)));
  const segments = all.filter(({ startMs }) => starts.has(startMs));
  return { key: `${name} ${all.length} ${bytes}`, readMs, recorded, chosen, segments, most };
}

const sumOf = (segments: readonly Counted[], of: (segment: Counted) => number): number =>
  segments.reduce((sum, segment) => sum + of(segment), 0);

/** The auctions of a plan; a single hour may have more than are used. */
async function readParts({ recorded }: AskDeps, { segments }: Plan): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  let read = 0;
  for (const segment of segments) {
    for (let at = 0; at < segment.bytes && read < 2 * mostBytes; ) {
      const part = await recorded.part(segment, at, partBytes);
      if (part.length === 0) break;
      parts.push(part);
      at += part.length;
      read += part.length;
    }
  }
  return parts;
}
