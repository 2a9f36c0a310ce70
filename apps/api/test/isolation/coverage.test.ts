import { services } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { everyAsk, guarded, rowOf } from './ask.ts';
import { canariesIn } from './canary.ts';
import { doors } from './door.ts';
import { groups } from './group.ts';
import { askAt, guardedNames, namesOf } from './judge.ts';
import { useWorld } from './world.ts';

const world = useWorld();

/** Tried in follow.test.ts: a subscription does not end by itself. */
const triedElsewhere: ReadonlySet<string> = new Set(['changeLog.follow']);

test('every operation that needs a credential is tried as the wrong member', () => {
  const { absent, strangers } = world;
  const tried = namesOf(groups.flatMap(({ attempts }) => attempts.map(({ ask }) => ask(absent, strangers[0]))));
  const untried = guardedNames(world.service).filter((name) => !tried.includes(name));
  expect(new Set(untried)).toEqual(triedElsewhere);
});

test('every operation that needs a credential is tried without one, and with one that allows too little', () => {
  expect(namesOf(everyAsk(world.victim))).toEqual(guardedNames(world.service));
});

/** Attributes without a value of their own: one of a few words; or a time or another value that the service sets. */
const chosen =
  /^(design|.*_action|segment_boolean_operator|role|access|has_one_time_password|scopes|write_publishes|approval_asked|publishing|state|kind|operation|service|priority|if_changed|acknowledged|muted|format|every|closed_hours|no_units)$/;
const drawn =
  /^(.*_on|last_modified|publish_at|suspended_reason|asked_by|asked_at|asked_note|approved_by|approved_etag|etag|simulation_id|key|start_at|end_at|clusters|since|reason|outcome|phases|start_date|end_date|currency_rates_date|one_time_password|prefix|revision|base_revision|before|secret|problem|unconfirmed|told|told_revision|report_changes)$/;
/** Only of changes that an administrator made, or that published a draft. */
const ofOthers = /^(break_glass|draft_id)$/;
/** Values from fixed lists. */
const catalogued =
  /^(country|dma|size|device_type|supply_type|media_type|position|daypart)_targets$|^(timezone|currency|report_breakdowns|alerts)$/;
/** Resources that belong to no member. */
const catalogues = ['dma', 'country', 'platform-member'];

/** What decides which tiers are live. */
const publishing: ReadonlySet<string> = new Set([
  'ymProfile.restore',
  'ymProfile.undo',
  'draft.publish',
  'draft.approve',
  'experiment.start',
  'experiment.pause',
  'experiment.resume',
  'experiment.end',
]);

/** What changes nothing live, or starts work on it. */
const drafting: ReadonlySet<string> = new Set([
  'draft.create',
  'draft.update',
  'draft.remove',
  'draft.rebase',
  'draft.ask',
  'simulation.start',
]);

/** The scope of each operation, said here once more: what the table says is what the doors enforce. */
test('auctions need the scope auction, what makes tiers live publish, what only drafts draft, other mutations write, and everything else read', () => {
  const wrong = guarded.filter(({ service, type, scope, procedure }) => {
    if (publishing.has(procedure)) return scope !== 'publish';
    if (drafting.has(procedure)) return scope !== 'draft';
    // One tells that a caller is there, the other ends the caller's own token; neither changes anything else.
    const isWrite = type === 'mutation' && procedure !== 'draft.watch' && procedure !== 'auth.logout';
    const right = service === 'auction' ? 'auction' : isWrite ? 'write' : 'read';
    return scope !== right;
  });
  expect(wrong.map(({ procedure, scope }) => [procedure, scope])).toEqual([]);
});

test('every attribute of the victim holds a value that no other object holds', () => {
  const bare = services
    .filter(({ resource }) => !catalogues.includes(resource.service))
    .flatMap(({ resource: { service } }) =>
      Object.entries(rowOf(world.victim, service))
        .filter(
          ([name, value]) =>
            !chosen.test(name) &&
            !drawn.test(name) &&
            !ofOthers.test(name) &&
            !catalogued.test(name) &&
            canariesIn(JSON.stringify(value)).length === 0,
        )
        .map(([name, value]) => `${service}.${name}: ${JSON.stringify(value)}`),
    );
  expect(bare).toEqual([]);
});

test('the owner is shown the values that strangers must not see', async () => {
  const { victim } = world;
  const withoutValues = new Set([
    ...catalogues.map((name) => `/${name}`),
    '/auth',
    'simulation.follow',
    'report.live',
    '/recorded',
    '/movement',
    'today.tell',
    '/experiment/plan',
    '/calendar/holidays',
    '/unknown-seat',
  ]);
  for (const { path, attempts } of groups) {
    const isGenericWrite = attempts.every(({ title }) => title.startsWith('use one'));
    if (isGenericWrite || withoutValues.has(path)) continue;
    const shown = new Set<string>();
    for (const { ask } of attempts.filter(({ title }) => /^(read one|list everything|run)/.test(title))) {
      for (const door of doors) {
        const answer = await askAt(door, victim, ask(victim, victim));
        for (const canary of canariesIn(answer?.text ?? '')) shown.add(canary);
      }
    }
    expect([path, [...shown]]).toEqual([path, expect.arrayContaining([expect.anything()])]);
  }
});
