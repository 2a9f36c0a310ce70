import type { Draft, ExperimentPlan } from '@auction-tiers/contract';
import { Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { usePlace } from '../../address/place.ts';
import { draftTitle } from '../../draft/draft-name.ts';
import { actOnSeen, type Named } from '../../draft/seen.ts';
import { counted } from '../../figure/count.ts';
import { dayMs, utcText } from '../../figure/date.ts';
import { earnedText } from '../../figure/figures.ts';
import { Choice, focusFirst, InlineForm, isSaidAt, NumberField, useForm } from '../../part/form.tsx';
import { PlainTable } from '../../part/plain-table.tsx';
import { Block, Notice, PlainButton, Problem, Reading } from '../../part/kit.tsx';
import { detailsOf } from '../../service/problem.ts';
import { client, trpc } from '../../service/trpc.ts';
import { refreshExperiments } from '../../experiment/use-experiments.ts';
import { inReadersForm } from '../../saying/plain-words.ts';
import { clusterText, type Design, designWords, shareText, underpoweredWords } from '../experiments/words.ts';

type Planned = Exclude<Design, 'hold_back'>;
const designs = ['shadow', 'split', 'switchback'] as const satisfies readonly Planned[];
const plannedWords = Object.fromEntries(designs.map((one) => [one, designWords[one].name])) as Record<Planned, string>;
const shareWords = Object.fromEntries([0.01, 0.05, 0.2, 0.5].map((one) => [String(one), shareText(one)]));
const usualDays = { shadow: 7, split: 14, switchback: 28 } as const;
/** The limits of what it may lose; the first is an amount. */
const limitsIn = (currency: string) =>
  [
    ['guard.max_loss', `It may lose at most (${currency})`, { min: 0.01, decimals: 2, w: 200 }],
    ['guard.max_total_loss_pct', 'Net may fall by (%)', { min: 1, max: 100, w: 240 }],
    ['guard.max_buyer_loss_pct', 'A large buyer may fall by (%)', { min: 1, max: 100, w: 200 }],
  ] as const;

/** What the form begins with; `end_at` is in days, and the limits of losses are parts in per cent but the first. */
const usual = {
  hypothesis: '',
  design: 'split' as Planned,
  share: '0.05',
  end_at: usualDays.split as number | '',
  by: null as string | null,
  /** Null: what the plan proposes. */
  'guard.max_loss': null as number | '' | null,
  'guard.max_total_loss_pct': 10 as number | '',
  'guard.max_buyer_loss_pct': 30 as number | '',
  underpowered: false,
};

interface TestLiveProps {
  readonly draft: Draft;
  /** Another user has changed the draft since this user saw it: the user looks at that change first. */
  readonly isNews: boolean;
  readonly onClose: () => void;
}

/** Lets the draft decide live auctions within a limit in money: the plan, and the values that it needs. */
export function TestLive({ draft, isNews, onClose }: TestLiveProps): React.ReactNode {
  const { memberId: member_id, currency, session } = usePlace();
  const navigate = useNavigate();
  const plan = useQuery(trpc.experiment.plan.queryOptions({ draft_id: draft.id, member_id }));
  const room = useRef<HTMLDivElement>(null);
  const clustersBy = (by: string | null) => plan.data?.clusters.find((one) => one.by === by) ?? plan.data?.clusters[0];
  const form = useForm({
    first: usual,
    async send({ hypothesis, design, share, end_at: days, by, underpowered, ...guard }) {
      const clusters = clustersBy(by);
      try {
        const { id } = await client.experiment.create.mutate({
          name: draftTitle(draft),
          hypothesis: hypothesis.trim(),
          draft_id: draft.id,
          design,
          guard: {
            max_loss: String(guard['guard.max_loss'] ?? proposed),
            max_total_loss_pct: Number(guard['guard.max_total_loss_pct']),
            max_buyer_loss_pct: Number(guard['guard.max_buyer_loss_pct']),
          },
          // A switchback begins at the next midnight, and ends with a whole pair of weeks.
          end_at: utcText(Date.now() + (Number(days) + (design === 'switchback' ? 1.1 : 0)) * dayMs),
          ...(design === 'split' ? { share: Number(share) } : {}),
          ...(design === 'switchback' && clusters !== undefined
            ? { clusters: { by: clusters.by, values: clusters.values.map(({ value }) => value) } }
            : {}),
          ...(session.member_id === null ? { member_id } : {}),
        });
        const start = ({ if_match: draft_etag }: Named) =>
          client.experiment.start.mutate({ id, member_id, draft_etag, underpowered });
        await actOnSeen(draft, start).catch(async (refusal) => {
          await client.experiment.remove.mutate({ id, member_id });
          throw refusal;
        });
        return id;
      } finally {
        await refreshExperiments();
      }
    },
    onSuccess: (id) => navigate({ to: '/draft/tests', search: { experiment: id } }),
  });
  const { error, values } = form;
  const { design, share } = values;
  const costPerDay = costOf(plan.data, design, Number(share));
  // Twice the cost that is planned, which chance alone would often pass; rounded up to a cent, which the field takes.
  const proposed = Math.ceil(2 * (costPerDay ?? 0) * Number(values.end_at) * 100) / 100 || '';
  useEffect(() => {
    if (error !== null) room.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  const needed = detailsOf(error)['days_needed'];
  const setDays = (days: number | '') => {
    form.reset();
    form.set({ end_at: days });
  };
  const limits = limitsIn(currency);
  const limitOf = (name: (typeof limits)[number][0]) => values[name] ?? proposed;
  const isBare = limits.some(([name]) => limitOf(name) === '') || values.hypothesis.trim() === '';
  return (
    <Block title="Test live">
      <div className="test-live" ref={room}>
        <InlineForm
          onSubmit={form.submit}
          onCancel={onClose}
          submit="Start live"
          isPending={form.isPending}
          isDisabled={isNews || isBare}
        >
          <TextInput
            label="What you expect, and by how much"
            placeholder="Net rises by 2 %, because …"
            required
            maxLength={1000}
            w={360}
            maw="100%"
            ref={focusFirst}
            {...form.text('hypothesis')}
          />
          <Choice
            label="Who sees the draft"
            w={200}
            words={plannedWords}
            {...form.field('design')}
            onChange={(next) => form.set({ design: next, end_at: usualDays[next] })}
          />
          {design === 'split' && <Choice label="Share of users" w={120} words={shareWords} {...form.field('share')} />}
          {design === 'switchback' && (plan.data?.clusters.length ?? 0) > 0 && (
            <Choice
              label="Groups"
              w={180}
              data={plan.data!.clusters.map((one) => ({
                value: one.by,
                label: clusterText(one.by, one.values.length),
              }))}
              {...form.field('by')}
              value={clustersBy(values.by)?.by ?? null}
            />
          )}
          <NumberField
            label="Days"
            w={90}
            min={design === 'switchback' ? 14 : 1}
            max={400}
            {...form.field('end_at')}
            {...(needed !== undefined && { error: 'too few' })}
            onChange={setDays}
          />
          {limits.map(([name, label, bounds]) => (
            <NumberField key={name} label={label} required {...bounds} {...form.field(name)} value={limitOf(name)} />
          ))}
          <Checkbox
            label={underpoweredWords}
            checked={values.underpowered}
            onChange={(event) => form.set({ underpowered: event.currentTarget.checked })}
          />
        </InlineForm>
        <p className="muted">
          {designWords[design].about} It pauses by itself where it has lost that much in all, or net or a large buyer
          falls further. {plan.data !== undefined && proposalWords(design, costPerDay)}
        </p>
        {error !== null && !isSaidAt(error, form.fields) && <Problem error={error} />}
        {typeof needed === 'number' && (
          <div>
            <PlainButton onClick={() => setDays(needed)}>Take {counted(needed, 'day')}</PlainButton>
          </div>
        )}
        {/* Below the form, which must not move under a pointer once the plan is there. */}
        <Reading data={plan.data} error={plan.error} rows={3} />
        {plan.data?.says.map((text) => (
          <Notice key={text}>{inReadersForm(text)}</Notice>
        ))}
        {plan.data !== undefined && <Plan plan={plan.data} share={Number(share)} />}
      </div>
    </Block>
  );
}

/** The plan's row of a design; of a share of users that of the nearest share. */
const rowOf = (plan: ExperimentPlan | undefined, design: Planned, share: number) =>
  plan?.designs
    .filter((one) => one.design === design)
    .toSorted((one, other) => Math.abs(one.share - share) - Math.abs(other.share - share))[0];

/** What the draft costs a day while it is tested; null: the plan does not tell. */
export function costOf(plan: ExperimentPlan | undefined, design: Planned, share: number): number | null {
  const row = rowOf(plan, design, share);
  if (design === 'shadow') return 0;
  if (row === undefined || plan?.auctions_per_day === 0) return null;
  return (Number(row.cost_per_day) * (design === 'split' ? share : row.share)) / (row.share || 1);
}

/** How the proposed limit comes about, or why there is none. */
export function proposalWords(design: Planned, costPerDay: number | null): string {
  if (costPerDay === null) return 'No limit is proposed: what the draft costs in that time is not known.';
  if (costPerDay > 0) return 'The limit proposed is twice what the draft costs in that time by the recorded auctions.';
  return `No limit is proposed: ${design === 'shadow' ? 'watching' : 'by the recorded auctions the draft'} costs nothing.`;
}

const percents = [1, 2, 5];

/** How long each design takes to see an effect, and what the draft costs per day meanwhile. */
function Plan({ plan, share }: { readonly plan: ExperimentPlan; readonly share: number }) {
  const { currency } = usePlace();
  const rows = designs.flatMap((design) => rowOf(plan, design, share) ?? []);
  if (rows.length === 0) {
    return (
      <p className="muted">
        No auction of the last week was recorded, so how long it takes is not known. It can be started anyway.
      </p>
    );
  }
  return (
    <>
      <PlainTable
        label="How long it takes"
        region="How long it takes"
        rows={rows}
        idOf={({ design }) => design}
        columns={[
          {
            head: 'Who sees the draft',
            isName: true,
            cell: ({ design, share: part }) =>
              design === 'split' ? `${designWords[design].name}, ${shareText(part)}` : designWords[design].name,
          },
          ...percents.map((percent) => ({
            head: `${shareText(percent / 100)} seen after`,
            isNumber: true,
            cell: ({ days: all }: (typeof rows)[number]) => {
              const days = all.find((one) => one.percent === percent)?.days ?? null;
              return days === null ? 'over a year' : counted(days, 'day');
            },
          })),
          {
            head: `Costs at most (${currency} a day)`,
            isNumber: true,
            cell: ({ cost_per_day: cost }) => earnedText(Number(cost)),
          },
        ]}
      />
      <p className="muted">
        From {counted(plan.recorded_auctions, 'recorded auction')} of the last week and{' '}
        {counted(plan.auctions_per_day, 'auction')} a day.
      </p>
    </>
  );
}
