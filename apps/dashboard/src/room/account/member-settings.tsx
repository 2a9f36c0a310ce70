import { epochMsOf, freshRateDays, type Member } from '@auction-tiers/contract';
import { Button, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSeller } from '../../address/place.ts';
import { useNow } from '../../figure/use-now.ts';
import { changedIn, Form, NumberField, problemAt, Radios } from '../../part/form.tsx';
import { Notice } from '../../part/kit.tsx';
import { changeMember } from '../../service/change-member.ts';
import { useUnsaved } from '../../part/unsaved.ts';
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

/** The settings as the form has them; a number that is being typed may be a text. */
interface Settings extends Pick<Member, 'name' | 'publishing' | 'timezone' | 'currency'> {
  readonly share: Share;
  readonly falseAlarms: number | string;
  readonly fee: number | string;
}

const settingsOf = ({ name, publishing, timezone, currency, ...member }: Member): Settings => ({
  name,
  publishing,
  timezone,
  currency,
  share: toPercent(member.record_share),
  falseAlarms: member.alerts?.false_alarms_per_month ?? 1,
  fee: member.revenue_share_pct,
});

/** The settings of the seller that is looked at. Its fee is set by administrators. */
export function MemberSettings({ member }: { readonly member: Member }) {
  const { session } = useSeller();
  const known = settingsOf(member);
  // Only what was typed here is held: what another user changes meanwhile is shown, and not set back.
  const [typed, setTyped] = useState<Partial<Settings>>({});
  const { name, publishing, timezone, currency, share, falseAlarms, fee } = { ...known, ...typed };
  const type =
    <Name extends keyof Settings>(setting: Name) =>
    (value: Settings[Name]) =>
      setTyped((before) => ({ ...before, [setting]: value }));
  const isAdmin = session.role === 'admin';
  const isReader = !isManager(session);
  const set = {
    name: name.trim(),
    publishing,
    timezone,
    currency,
    record_share: toShare(share),
    revenue_share_pct: Number(fee),
  };
  const changes = changedIn(set, member);
  const fields = [...Object.keys(set), 'alerts.false_alarms_per_month'];
  const isSameAlarms = Number(falseAlarms) === known.falseAlarms;
  const isSame = Object.keys(changes).length === 0 && isSameAlarms;
  useUnsaved(!isSame);
  const save = useMutation({
    mutationFn: () =>
      changeMember(member.id, () => ({
        ...changes,
        ...(isSameAlarms ? {} : { alerts: { false_alarms_per_month: Number(falseAlarms) } }),
      })),
    onSuccess: () => setTyped({}),
  });
  return (
    <Form form={{ submit: () => save.mutate(), error: save.error, fields }}>
      <fieldset className="bare-fields" disabled={isReader}>
        <TextInput
          label="Name of the seller"
          required
          maxLength={255}
          value={name}
          onChange={(event) => type('name')(event.currentTarget.value)}
          error={problemAt(save.error, 'name')}
        />
        <ZoneSelect
          label="Time zone of days and hours"
          value={timezone}
          onChange={type('timezone')}
          error={problemAt(save.error, 'timezone')}
        />
        <Radios
          label="How its tiers change"
          words={publishingWords}
          value={publishing}
          onChange={type('publishing')}
          error={problemAt(save.error, 'publishing')}
        />
        <RecordShare
          key={String(known.share)}
          value={share}
          isRefused={problemAt(save.error, 'record_share') !== undefined}
          onChange={type('share')}
        />
        <Select
          label="Currency"
          description="Of all prices and totals. Another one converts nothing that is set or counted"
          searchable
          allowDeselect={false}
          data={currenciesWith(member.currency)}
          value={currency}
          onChange={(value) => type('currency')(value ?? member.currency)}
          error={problemAt(save.error, 'currency')}
        />
        <Rates member={member} />
        <NumberField
          label="False alarms that you accept, per month"
          description="Fewer of them means that smaller troubles are not told"
          required
          min={0.05}
          max={100}
          value={falseAlarms}
          onChange={type('falseAlarms')}
          error={problemAt(save.error, 'alerts.false_alarms_per_month')}
        />
        <NumberField
          label="Fee (%)"
          description={isAdmin ? 'Of bids and auctions that name none' : 'Set by administrators'}
          disabled={!isAdmin}
          required
          min={0}
          max={100}
          decimals={4}
          value={fee}
          onChange={type('fee')}
          error={problemAt(save.error, 'revenue_share_pct')}
        />
      </fieldset>
      {isReader ? (
        <p className="muted">The managers of {member.name} change these settings.</p>
      ) : (
        <div className="form-actions">
          <Button type="submit" loading={save.isPending} disabled={isSame || share === ''}>
            Save
          </Button>
          {save.isSuccess && isSame && <Notice>Saved.</Notice>}
        </div>
      )}
    </Form>
  );
}

const dayMs = 86_400_000;

/** The rates of other currencies, which the API sets, and of which day they are. */
function Rates({
  member: { currency, currency_rates: rates, currency_rates_date: date },
}: {
  readonly member: Member;
}) {
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
