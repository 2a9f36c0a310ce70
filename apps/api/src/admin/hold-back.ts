import {
  type Alert,
  alertResource,
  type Member,
  memberResource,
  type StoredChannel,
  storedChannelResource,
  type StoredDraft,
  storedDraftResource,
  type StoredExperiment,
  storedExperimentResource,
  type View,
  viewResource,
} from '@auction-tiers/contract';
import type { LoadedObject, RedisStore } from '@auction-tiers/store';
import { digestDay } from '../channel/digest.ts';
import { eventsFor, readTold, toldAfter } from '../channel/message.ts';
import { nextDue } from '../channel/view-schedule.ts';
import { unscheduled } from '../handlers/draft/draft-write.ts';
import { Refused } from './command.ts';

const actor = { user: 'npm run admin -- adopt', requestId: 'adopt' };

/** What sellers read. */
const reason =
  'the database was put back from a backup: what was taken back since that backup may be here again, so look at it first';

/** What the changes of an object depend on. */
interface Around {
  readonly member: Member;
  readonly alerts: readonly Alert[];
  readonly nowMs: number;
}

/** By service: what people call the objects that are changed, and the changes; null: the object does not act by itself. */
const rules = {
  draft: {
    says: 'schedules suspended',
    resource: storedDraftResource,
    changesOf: ({ state }: StoredDraft) =>
      state === 'scheduled' ? { state: 'suspended', suspended_reason: reason, publish_at: null, ...unscheduled } : null,
  },
  experiment: {
    says: 'experiments paused',
    resource: storedExperimentResource,
    changesOf: ({ state }: StoredExperiment) => (state === 'running' ? { state: 'paused', reason } : null),
  },
  view: {
    says: 'views held until their next time',
    resource: viewResource,
    changesOf: (view: View, { member, nowMs }: Around) => {
      if (view.due_on === null) return null;
      const due_on = nextDue(view, member, nowMs);
      return due_on === view.due_on ? null : { due_on };
    },
  },
  channel: {
    says: 'channels whose waiting mails or webhooks were dropped',
    resource: storedChannelResource,
    changesOf: (channel: StoredChannel, { member, alerts, nowMs }: Around) => {
      const before = readTold(channel.told);
      const told = eventsFor(before, alerts).reduce((known, event) => toldAfter(known, event, false), before);
      const digest = digestDay(member, nowMs) ?? before.digest;
      const text = JSON.stringify(digest === undefined ? told : { ...told, digest });
      return text === JSON.stringify(before) ? null : { told: text };
    },
  },
} as const;

const isRuled = (service: string): service is keyof typeof rules => service in rules;

/**
 * Takes back what would act by itself: scheduled drafts, running experiments, views that are due, messages that wait.
 * Returns how many of each were changed. Doing it again changes nothing.
 */
export async function holdBack(store: RedisStore, nowMs: number): Promise<Readonly<Record<string, number>>> {
  const counts = Object.fromEntries(Object.values(rules).map(({ says }) => [says, 0]));
  const resources = [memberResource, alertResource, ...Object.values(rules).map(({ resource }) => resource)];
  for (let partition = 0; partition < store.partitions; partition++) {
    const { objects } = await store.load(partition, resources);
    const readable = objects.filter(({ problem }) => problem === undefined);
    const rowsOf = <T>(name: string) => readable.flatMap((one) => (one.service === name ? [one.value as T] : []));
    const members = new Map(rowsOf<Member>('member').map((member) => [member.id, member]));
    const alerts = Map.groupBy(rowsOf<Alert>('alert'), ({ member_id: owner }) => owner);
    for (const object of readable) {
      const member = members.get(Number(object.value['member_id']));
      if (member === undefined || !isRuled(object.service)) continue;
      const { says, resource, changesOf } = rules[object.service];
      const changes = changesOf(object.value as never, { member, alerts: alerts.get(member.id) ?? [], nowMs });
      if (changes === null) continue;
      await change(store, resource, object, changes);
      counts[says] = (counts[says] ?? 0) + 1;
    }
  }
  return counts;
}

async function change(
  store: RedisStore,
  resource: (typeof rules)[keyof typeof rules]['resource'],
  { id, service, value, revision }: LoadedObject,
  changes: object,
): Promise<void> {
  const result = await store.update(
    resource,
    Number(value['member_id']),
    id,
    { ...value, ...changes },
    revision,
    actor,
  );
  if (!result.ok) throw new Refused(`${service} ${id} could not be changed: ${result.refusal.kind}. Run adopt again`);
}
