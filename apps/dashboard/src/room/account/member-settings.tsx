import type { Member } from '@auction-tiers/contract';
import { Button, NumberInput, Radio, Select } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { Form, problemAt } from '../../part/form.tsx';
import { Notice } from '../../part/problem.tsx';
import { client, queryClient, trpc } from '../../service/trpc.ts';

const publishingWords: Readonly<Record<Member['publishing'], string>> = {
  direct: 'Directly or by drafts: whoever may write can also change live tiers at once',
  draft: 'By drafts only: every change is drafted, and published in one step',
  approved: 'By approved drafts: another user of the seller approves each draft before it is published',
};

/** The settings of the seller that is looked at. Its fee is set by administrators. */
export function MemberSettings({ member }: { readonly member: Member }) {
  const { session } = usePlace();
  const [publishing, setPublishing] = useState(member.publishing);
  const [timezone, setTimezone] = useState(member.timezone);
  const [currency, setCurrency] = useState(member.currency);
  const [fee, setFee] = useState<number | string>(member.revenue_share_pct);
  const isAdmin = session.role === 'admin';
  const save = useMutation({
    async mutationFn() {
      const changes = {
        ...(publishing === member.publishing ? {} : { publishing }),
        ...(timezone === member.timezone ? {} : { timezone }),
        ...(currency === member.currency ? {} : { currency }),
        ...(Number(fee) === member.revenue_share_pct ? {} : { revenue_share_pct: Number(fee) }),
      };
      await client.member.update.mutate({ id: member.id, changes });
      // Days, figures and what may be written depend on it.
      await queryClient.invalidateQueries({ queryKey: trpc.member.pathKey() });
    },
  });
  const isSame =
    publishing === member.publishing &&
    timezone === member.timezone &&
    currency === member.currency &&
    Number(fee) === member.revenue_share_pct;
  return (
    <Form
      onSubmit={() => save.mutate()}
      error={save.error}
      fields={['publishing', 'timezone', 'currency', 'revenue_share_pct']}
    >
      <Radio.Group
        label="Publishing"
        value={publishing}
        onChange={(value) => setPublishing(value)}
        error={problemAt(save.error, 'publishing')}
      >
        <div style={{ display: 'grid', gap: 8, paddingTop: 4 }}>
          {Object.entries(publishingWords).map(([value, words]) => (
            <Radio key={value} value={value} label={words} size="xs" />
          ))}
        </div>
      </Radio.Group>
      <Select
        label="Time zone of days and hours"
        searchable
        allowDeselect={false}
        data={zonesWith(member.timezone)}
        value={timezone}
        onChange={(value) => setTimezone(value ?? member.timezone)}
        error={problemAt(save.error, 'timezone')}
      />
      <Select
        label="Currency"
        description="Of all prices and totals. Another one converts nothing that is set or counted"
        searchable
        allowDeselect={false}
        data={Intl.supportedValuesOf('currency')}
        value={currency}
        onChange={(value) => setCurrency(value ?? member.currency)}
        error={problemAt(save.error, 'currency')}
      />
      <NumberInput
        label="Fee (%)"
        description={isAdmin ? 'Of bids and auctions that name none' : 'Set by administrators'}
        disabled={!isAdmin}
        min={0}
        max={100}
        decimalScale={4}
        value={fee}
        onChange={setFee}
        error={problemAt(save.error, 'revenue_share_pct')}
      />
      <div className="form-actions">
        <Button type="submit" loading={save.isPending} disabled={isSame}>
          Save
        </Button>
        {save.isSuccess && isSame && <Notice>Saved.</Notice>}
      </div>
    </Form>
  );
}

/** The zones of the browser, with UTC and the one that is set, which it may know by another name. */
function zonesWith(zone: string): string[] {
  return [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])].toSorted();
}
