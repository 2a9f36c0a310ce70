import type { Draft, ExperimentPlan } from '@auction-tiers/contract';
import { Button, Checkbox, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { draftTitle } from '../../draft/draft-name.ts';
import { afterOwnWrites } from '../../draft/seen.ts';
import { counted, countText } from '../../figure/count.ts';
import { utcText } from '../../figure/date.ts';
import { earnedText } from '../../figure/money.ts';
import { isSaidAt, problemAt } from '../../part/form.tsx';
import { focusFirst, InlineForm } from '../../part/inline-form.tsx';
import { PlainTable } from '../../part/plain-table.tsx';
import { Notice, Problem } from '../../part/problem.tsx';
import { Block, Waiting } from '../../part/room.tsx';
import { detailsOf } from '../../service/problem.ts';
import { client, trpc } from '../../service/trpc.ts';
import { isOpen, refreshExperiments, useExperiments } from '../../experiment/use-experiments.ts';
import { clusterWords, type Design, designWords, shareText, underpoweredWords } from '../experiments/words.ts';
import { NumberField } from '../../part/number-field.tsx';

const planned = ['shadow', 'split', 'switchback'] as const satisfies readonly Design[];
type Planned = (typeof planned)[number];
const shares = [0.01, 0.05, 0.2, 0.5] as const;
const msPerDay = 86_400_000;
/** The largest parts, in per cent, that may be lost before the guard pauses: of the net, and of a large buyer's spend. */
const [usualTotalLimit, usualBuyerLimit] = [10, 30];
/** What its fields say of a refusal. */
const fields = ['hypothesis', 'end_at', 'guard.max_loss', 'guard.max_total_loss_pct', 'guard.max_buyer_loss_pct'];
const usualDays = { shadow: 7, split: 14, switchback: 28 } as const;

/** The experiment that runs or is paused on the group of sites, if there is one. */
export function RunningTest(): React.ReactNode {
  const open = useExperiments().experiments.find(isOpen);
  if (open === undefined) return null;
  return (
    <p className="notice" role="status">
      The live test “{open.name}” is {open.state === 'running' ? 'running' : 'paused'} on this group of sites.{' '}
      <Link to="/draft/tests" search={{ ym: open.ym_profile_id, experiment: open.id }}>
        See it
      </Link>
    </p>
  );
}

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
  const [design, setDesign] = useState<Planned>('split');
  const [share, setShare] = useState(0.05);
  const [days, setDays] = useState<number>(usualDays.split);
  const [limit, setLimit] = useState<number | string>('');
  const [totalLimit, setTotalLimit] = useState<number | string>(usualTotalLimit);
  const [buyerLimit, setBuyerLimit] = useState<number | string>(usualBuyerLimit);
  const [hypothesis, setHypothesis] = useState('');
  const [isUnderpowered, setIsUnderpowered] = useState(false);
  const [by, setBy] = useState<string | null>(null);
  const clusters = plan.data?.clusters.find((one) => one.by === by) ?? plan.data?.clusters[0];
  const room = useRef<HTMLDivElement>(null);
  const { mutate, isPending, error, reset } = useMutation({
    async mutationFn() {
      const { id } = await client.experiment.create.mutate({
        name: draftTitle(draft),
        hypothesis: hypothesis.trim(),
        draft_id: draft.id,
        design,
        guard: {
          max_loss: String(limit),
          max_total_loss_pct: Number(totalLimit),
          max_buyer_loss_pct: Number(buyerLimit),
        },
        // A switchback begins at the next midnight, and ends with a whole pair of weeks.
        end_at: utcText(Date.now() + (days + (design === 'switchback' ? 1.1 : 0)) * msPerDay),
        ...(design === 'split' ? { share } : {}),
        ...(design === 'switchback' && clusters !== undefined
          ? { clusters: { by: clusters.by, values: clusters.values.map(({ value }) => value) } }
          : {}),
        ...(session.member_id === null ? { member_id } : {}),
      });
      try {
        const draft_etag = afterOwnWrites(draft).etag;
        await client.experiment.start.mutate({ id, member_id, draft_etag, underpowered: isUnderpowered });
      } catch (refusal) {
        await client.experiment.remove.mutate({ id, member_id });
        throw refusal;
      }
      return id;
    },
    onSuccess: (id) => navigate({ to: '/draft/tests', search: { experiment: id } }),
    onSettled: refreshExperiments,
  });
  useEffect(() => {
    room.current?.querySelector('form')?.scrollIntoView({ block: 'nearest' });
  }, []);
  useEffect(() => {
    if (error !== null) room.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  const needed = detailsOf(error)['days_needed'];
  const choose = (next: Planned) => {
    setDesign(next);
    setDays(usualDays[next]);
  };
  return (
    <Block title="Test live">
      <div className="test-live" ref={room}>
        <InlineForm onSubmit={() => mutate()} onCancel={onClose}>
          <TextInput
            label="What you expect, and by how much"
            placeholder="Net rises by 2 %, because …"
            required
            maxLength={1000}
            w={360}
            maw="100%"
            ref={focusFirst}
            value={hypothesis}
            error={problemAt(error, 'hypothesis')}
            onChange={(event) => setHypothesis(event.currentTarget.value)}
          />
          <Select
            label="Who sees the draft"
            w={200}
            allowDeselect={false}
            data={planned.map((one) => ({ value: one, label: designWords[one].name }))}
            value={design}
            onChange={(next) => choose(next as Planned)}
          />
          {design === 'split' && (
            <Select
              label="Share of users"
              w={120}
              allowDeselect={false}
              data={shares.map((one) => ({ value: String(one), label: shareText(one) }))}
              value={String(share)}
              onChange={(next) => setShare(Number(next))}
            />
          )}
          {design === 'switchback' && (plan.data?.clusters.length ?? 0) > 0 && (
            <Select
              label="Groups"
              w={180}
              allowDeselect={false}
              data={plan.data!.clusters.map((one) => ({
                value: one.by,
                label: `${one.values.length} ${clusterWords[one.by]}`,
              }))}
              value={clusters?.by ?? null}
              onChange={setBy}
            />
          )}
          <NumberField
            label="Days"
            w={90}
            min={design === 'switchback' ? 14 : 1}
            max={400}
            value={days}
            error={needed === undefined ? problemAt(error, 'end_at') : 'too few'}
            onChange={(next) => {
              reset();
              setDays(Number(next));
            }}
          />
          <NumberField
            label={`It may lose at most (${currency})`}
            required
            min={0.01}
            decimals={2}
            w={200}
            value={limit}
            error={problemAt(error, 'guard.max_loss')}
            onChange={setLimit}
          />
          <NumberField
            label="In total, of the net (%)"
            required
            min={1}
            max={100}
            w={240}
            value={totalLimit}
            error={problemAt(error, 'guard.max_total_loss_pct')}
            onChange={setTotalLimit}
          />
          <NumberField
            label="A large buyer, of its spend (%)"
            required
            min={1}
            max={100}
            w={200}
            value={buyerLimit}
            error={problemAt(error, 'guard.max_buyer_loss_pct')}
            onChange={setBuyerLimit}
          />
          <Checkbox
            label={underpoweredWords}
            checked={isUnderpowered}
            onChange={(event) => setIsUnderpowered(event.currentTarget.checked)}
          />
          <Button
            type="submit"
            loading={isPending}
            disabled={isNews || hypothesis.trim() === '' || limit === '' || totalLimit === '' || buyerLimit === ''}
          >
            Start live
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </InlineForm>
        <p className="muted">{designWords[design].about}</p>
        {design === 'switchback' && plan.data?.clusters.length === 0 && (
          <p className="warn">
            No sites, placements, countries or devices share out the net into 8 to 40 parts of 2 % each, so this design
            is not possible here.
          </p>
        )}
        {error !== null && !isSaidAt(error, fields) && <Problem error={error} />}
        {typeof needed === 'number' && (
          <div>
            <Button
              variant="default"
              onClick={() => {
                reset();
                setDays(needed);
              }}
            >
              Take {counted(needed, 'day')}
            </Button>
          </div>
        )}
        {/* Below the form, which must not move under a pointer once the plan is there. */}
        {plan.error !== null && <Problem error={plan.error} />}
        {plan.isPending && plan.error === null && <Waiting rows={3} />}
        {plan.data?.says.map((text) => (
          <Notice key={text}>{text}</Notice>
        ))}
        {plan.data !== undefined && <Plan plan={plan.data} share={share} />}
      </div>
    </Block>
  );
}

const percents = [1, 2, 5];

/** How long each design takes to see an effect, and what the draft costs per day meanwhile. */
function Plan({ plan, share }: { readonly plan: ExperimentPlan; readonly share: number }) {
  const { currency } = usePlace();
  const splits = plan.designs.filter((one) => one.design === 'split').map((one) => one.share);
  const nearest = splits.toSorted((one, other) => Math.abs(one - share) - Math.abs(other - share))[0];
  const rows = plan.designs.filter(
    (one) =>
      one.design === 'shadow' || one.design === 'switchback' || (one.design === 'split' && one.share === nearest),
  );
  if (rows.length === 0) {
    return (
      <p className="muted">
        No auction of the last week was recorded, so how long it takes is not known. It can be started all the same.
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
        {countText(plan.auctions_per_day)} auctions a day.
      </p>
    </>
  );
}
