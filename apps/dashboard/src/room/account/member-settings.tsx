import { epochMsOf, freshRateDays, type Member } from '@auction-tiers/contract';
import { TextInput } from '@mantine/core';
import { useSeller } from '../../address/place.ts';
import { dayMs, useNow } from '../../figure/date.ts';
import { changedIn, Choice, Form, FormActions, NumberField, Radios, useForm } from '../../part/form.tsx';
import { Notice } from '../../part/kit.tsx';
import { changeMember } from '../../service/change-member.ts';
import { ZoneSelect } from '../../part/zone-select.tsx';
import { currenciesWith } from '../../start/choices.ts';
import { isManager } from '../../words/access.ts';
import { RecordShare, type Share } from './record-share.tsx';

const publishingWords: Readonly<Record<Member['publishing'], string>> = {
  direct: 'Directly or by drafts: whoever may write can also change live tiers at once',
  draft: 'By drafts only: every change is drafted, and published in one step',
  approved: 'By approved drafts: another user of the seller approves each draft before it is published',
};

/** A share of the API in per cent, without the digits that the conversion leaves behind. */
const toPercent = (share: number | null): Share => (share === null ? null : Number((share * 100).toFixed(4)));
const toShare = (percent: Share): number | null =>
  percent === null || percent === '' ? null : Number((percent / 100).toFixed(6));

/** The settings as the form has them. */
const settingsOf = ({ name, publishing, timezone, currency, ...member }: Member) => ({
  name,
  publishing,
  timezone,
  currency,
  record_share: toPercent(member.record_share),
  'alerts.false_alarms_per_month': (member.alerts?.false_alarms_per_month ?? 1) as number | '',
  revenue_share_pct: member.revenue_share_pct as number | '',
});

/** What is changed in them: what another user changes meanwhile is not set back. */
function changesOf(
  { record_share: share, 'alerts.false_alarms_per_month': alarms, ...typed }: ReturnType<typeof settingsOf>,
  member: Member,
) {
  const fee = Number(typed.revenue_share_pct);
  const set = { ...typed, name: typed.name.trim(), record_share: toShare(share), revenue_share_pct: fee };
  const isSameAlarms = alarms === settingsOf(member)['alerts.false_alarms_per_month'];
  return {
    ...changedIn(set, member),
    ...(isSameAlarms ? {} : { alerts: { false_alarms_per_month: Number(alarms) } }),
  };
}

/** The settings of the seller that is looked at. Its fee is set by administrators. */
export function MemberSettings({ member }: { readonly member: Member }) {
  const { session } = useSeller();
  const known = settingsOf(member);
  const form = useForm({
    first: known,
    send: (typed) => changeMember(member.id, () => changesOf(typed, member)),
    onSuccess: (_, forget) => forget(),
  });
  const isAdmin = session.role === 'admin';
  const isReader = !isManager(session);
  const isSame = Object.keys(changesOf(form.values, member)).length === 0;
  const share = form.field('record_share');
  return (
    <Form form={form}>
      <fieldset className="bare-fields" disabled={isReader}>
        <TextInput label="Name of the seller" required maxLength={255} {...form.text('name')} />
        <ZoneSelect label="Time zone of days and hours" {...form.field('timezone')} />
        <Radios label="How its tiers change" words={publishingWords} {...form.field('publishing')} />
        <RecordShare key={String(known.record_share)} {...share} isRefused={share.error !== undefined} />
        <Choice
          label="Currency"
          description="Of all prices and totals. Another one converts nothing that is set or counted"
          searchable
          data={currenciesWith(member.currency)}
          {...form.field('currency')}
        />
        <Rates member={member} />
        <NumberField
          label="False alarms that you accept, per month"
          description="Fewer of them means that smaller troubles are not told"
          required
          min={0.05}
          max={100}
          {...form.field('alerts.false_alarms_per_month')}
        />
        <NumberField
          label="Fee (%)"
          description={isAdmin ? 'Of bids and auctions that name none' : 'Set by administrators'}
          disabled={!isAdmin}
          required
          min={0}
          max={100}
          decimals={4}
          {...form.field('revenue_share_pct')}
        />
      </fieldset>
      {isReader ? (
        <p className="muted">The managers of {member.name} change these settings.</p>
      ) : (
        <>
          <FormActions submit="Save" form={form} isDisabled={isSame || share.value === ''} />
          {form.isSuccess && isSame && <Notice>Saved.</Notice>}
        </>
      )}
    </Form>
  );
}

/** The rates of other currencies, which the API sets, and of which day they are. */
function Rates({ member }: { readonly member: Member }) {
  const { currency, currency_rates: rates, currency_rates_date: date } = member;
  const now = useNow();
  if (rates === null) return null;
  const ms = date === null ? undefined : epochMsOf(date);
  const days = ms === undefined ? 0 : Math.floor((now - ms) / dayMs);
  return (
    <p className={days > freshRateDays ? 'warn' : 'muted'}>
      {Object.entries(rates)
        .map(([other, rate]) => `1 ${other} = ${rate} ${currency}`)
        .join(', ')}
      {date !== null && ` (rates of ${date.slice(0, 10)})`}
      {days > freshRateDays && `: ${days} days old. Newer ones are set by the API`}
    </p>
  );
}
