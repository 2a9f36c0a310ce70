import { Link } from '@tanstack/react-router';
import { usePlace } from '../../address/place.ts';
import { useLive } from '../../draft/use-draft.ts';
import { ExcludeBuyer } from '../../exclude/exclude-buyer.tsx';
import { counted, countShort, countText, percentColumn, percentText } from '../../figure/count.ts';
import { dayText, msOf, rangeText, shortDayText } from '../../figure/date.ts';
import { cpmColumn, cpmIn, earnedColumn, earnedText, figures, shortMoney } from '../../figure/figures.ts';
import { PlainTable } from '../../part/plain-table.tsx';
import { PlainButton, Problem, SidePanel, Waiting } from '../../part/kit.tsx';
import { useReport, useUsual } from '../../report/use-report.ts';
import { AddBuyer } from './add-buyer.tsx';
import type { BuyerRow } from './row/buyer-row.ts';
import { type TierOfBuyer, tiersOfBuyer } from './row/tiers-of-buyer.ts';
import { addDays, calendarOf } from '@auction-tiers/calendar';
import { chartHtml, drawDayLine, html } from '@auction-tiers/chart';
import { useMemo } from 'react';
import { Chart } from '../../part/chart.tsx';
import { useDecidingTiers } from '../../sample/tier-source.ts';
import { useSample, useSampleAnswer } from '../../sample/use-sample.ts';
import { type BuyerDay, buyerDays } from './row/buyer-days.ts';
import { usualWords, weekWords } from './row/buyer-words.ts';
import { keyOf } from '../../report/weeks.ts';
import { weeksDays } from './use-buyers.ts';
import type { PlatformMember } from '@auction-tiers/contract';
import { TextInput } from '@mantine/core';
import { Form, useForm } from '../../part/form.tsx';
import { client, refresh, trpc } from '../../service/trpc.ts';

/** One buyer beside the table: what the directory has of it, and what it did in each tier. */
export function BuyerPanel({ row, onClose }: { readonly row: BuyerRow; readonly onClose: () => void }) {
  const { session, ymProfile } = usePlace();
  const { id, name, member } = row;
  return (
    <SidePanel title={name} onClose={onClose}>
      {id !== null && (
        <p className="muted">
          Number {id}
          {member === null
            ? `, which nobody has named yet${session.role === 'admin' ? '' : ': the administrator of this installation does'}`
            : `, ${(member.primary_type ?? 'buyer').replace('_', ' ')}, ${member.active ? 'active' : 'inactive'}`}
        </p>
      )}
      {session.role === 'admin' && member === null && id !== null && <AddBuyer key={id} number={id} />}
      {session.role === 'admin' && member !== null && <Rename key={member.name} member={member} />}
      <BuyerCourse row={row} />
      <TierTable row={row} />
      {id !== null && <ExcludeBuyer buyer={{ id, name: row.member?.name ?? name }} />}
      {id !== null && (
        <Link to="/why" search={{ ym: ymProfile.id, buyer: id, outcome: 'lost' as const }}>
          Why did it lose?
        </Link>
      )}
    </SidePanel>
  );
}

function TierTable({ row }: { readonly row: BuyerRow }) {
  const { currency, from, to } = usePlace();
  const { data, error } = useReport({ groupBy: ['tier', 'buyer'] });
  const { live } = useLive();
  if (error !== null) return <Problem error={error} />;
  if (data === undefined || live === null) return <Waiting rows={4} />;
  const tiers = tiersOfBuyer(row, data.rows, live.tiers);
  if (tiers.length === 0) return <p className="muted">It has not bid in these days, and no live tier names it.</p>;
  return (
    <PlainTable
      rows={tiers}
      idOf={({ id }) => id ?? 'none'}
      columns={[
        { head: 'Tier', cell: tierCell, sum: `Sum, ${rangeText(from, to)}` },
        { head: 'Bids', figure: 'bids', cell: ({ bids }) => countText(bids), sum: countText(row.bids) },
        {
          head: 'Won (%)',
          figure: 'win_rate',
          cell: ({ winRate }) => percentColumn(winRate),
          sum: percentColumn(row.winRate),
        },
        { head: `Net (${currency})`, figure: 'net', cell: ({ net }) => earnedColumn(net), sum: earnedColumn(row.net) },
        {
          head: 'Excluded',
          figure: 'excluded',
          cell: ({ excluded }) => countText(excluded),
          sum: countText(row.excluded),
        },
      ]}
    />
  );
}

const tierCell = ({ id, name }: TierOfBuyer) =>
  id === null ? (
    <span className="muted">{name}</span>
  ) : (
    <Link to="/tiers/$tier" params={{ tier: String(id) }}>
      {name}
    </Link>
  );

/** What a buyer did: this week against the last, the last day against what is usual, and four figures day by day. */
function BuyerCourse({ row }: { readonly row: BuyerRow }) {
  const { to, timeZone, currency } = usePlace();
  const from = addDays(to, 1 - weeksDays);
  const days = useReport({ groupBy: ['buyer', 'day'], from, to });
  const whole = useReport({ groupBy: ['day'], from, to });
  const usual = useUsual().data;
  const [view, tiers] = [useSample(), useDecidingTiers('live')];
  const { data: sampled } = useSampleAnswer(view, row.id === null ? null : tiers, { buyer_id: row.id ?? undefined });
  const shown = useMemo(
    () =>
      days.data &&
      buyerDays({
        key: row.key,
        rows: days.data.rows,
        hours: sampled?.buyer_hours ?? [],
        lastDay: to,
        isOver: msOf(days.data.complete_to) >= calendarOf(timeZone).endOf(to),
        timeZone,
      }),
    [days.data, row.key, sampled, to, timeZone],
  );
  if (shown === undefined) return <Waiting rows={6} />;
  const last = days.data?.rows.find((one) => one.day === to && keyOf(one) === row.key);
  const auctions = whole.data?.rows.find(({ day }) => day === to)?.auctions ?? 0;
  const onDay = {
    bidRate: auctions === 0 ? null : (last?.bids ?? 0) / auctions,
    price: last === undefined || last.net_cpm === null ? null : Number(last.net_cpm),
  };
  return (
    <>
      <p>
        {row.weeks !== null && <strong>{weekWords(row.weeks, currency)}</strong>}
        {row.id !== null && usual !== undefined && ` ${usualWords(row.id, onDay, usual).join(' ')}`}
      </p>
      {shown.length > 0 && <Lines days={shown} currency={currency} />}
    </>
  );
}

function Lines({ days, currency }: { readonly days: readonly BuyerDay[]; readonly currency: string }) {
  const lines = useMemo(() => {
    const titles = days.map(({ day, bids, meanBid, winRate, net }) => {
      const mean = meanBid === null ? 'no bid recorded' : `${cpmColumn(meanBid)} ${cpmIn(currency)} on average`;
      return `${dayText(day)}: ${counted(bids, 'bid')}, ${mean}, ${percentText(winRate)} won, ${earnedText(net)} ${currency}`;
    });
    const lineOf = (of: (day: BuyerDay) => number | null) =>
      days.map((one, at) => ({ value: of(one), label: shortDayText(one.day), title: titles[at]! }));
    return [
      { id: 'bids', title: 'Bids', word: countShort, days: lineOf(({ bids }) => bids) },
      {
        id: 'mean',
        title: `Mean bid (net ${cpmIn(currency)})`,
        word: cpmColumn,
        days: lineOf(({ meanBid }) => meanBid),
      },
      { id: 'won', title: 'Won (%)', word: figures.shortPercent, days: lineOf(({ winRate }) => winRate) },
      { id: 'net', title: `Spend, net (${currency})`, word: shortMoney(currency), days: lineOf(({ net }) => net) },
    ];
  }, [days, currency]);
  return (
    <Chart
      height={224}
      marks="day"
      draw={(width) => {
        const description = lines[0]!.days.map(({ title }) => title).join('; ');
        const widthPx = Math.floor((width - 16) / 2);
        return html`<div class="buyer-lines">${lines.map(
          ({ id, title, days: of, word }) =>
            html`<div><p>${title}</p>${chartHtml({ id: `buyer-${id}`, title: `${title} by day`, description, draw: (px) => drawDayLine({ days: of, word }, px) }, widthPx)}</div>`,
        )}</div>`;
      }}
    />
  );
}

/** Renames a member of the directory, for all sellers. For administrators. */
function Rename({ member: { id, name } }: { readonly member: PlatformMember }) {
  const { memberId } = usePlace();
  const form = useForm({
    first: { name: name ?? '' },
    async send({ name: typed }) {
      const { etag, item } = await client.platformMember.getTagged.query({ id, member_id: memberId });
      if (item.name !== name) throw new Error(`somebody has renamed it meanwhile: it is ${item.name}`);
      await client.platformMember.update.mutate({ id, changes: { name: typed.trim() }, if_match: etag });
    },
    onSuccess: () => refresh(trpc.platformMember, trpc.report, trpc.ymProfile, trpc.tier),
  });
  const isChanged = form.values.name.trim() !== name;
  return (
    <Form form={form}>
      <TextInput label="Name in the directory, for all sellers" required maxLength={255} {...form.text('name')} />
      <div className="form-actions">
        <PlainButton type="submit" loading={form.isPending} disabled={!isChanged}>
          Rename
        </PlainButton>
      </div>
    </Form>
  );
}
