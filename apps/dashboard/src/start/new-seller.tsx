import { TextInput } from '@mantine/core';
import type { Member } from '@auction-tiers/contract';
import { Choice, focusFirst, Form, FormActions, NumberField, useForm } from '../part/form.tsx';
import { client, refresh, trpc } from '../service/trpc.ts';
import { ZoneSelect } from '../part/zone-select.tsx';
import { currenciesWith } from './choices.ts';

interface NewSellerProps {
  readonly onMade?: (member: Member) => void;
  /** Absent: the form cannot be closed. */
  readonly onCancel?: () => void;
}

const usual = {
  name: '',
  timezone: 'UTC',
  currency: 'USD',
  revenue_share_pct: 0 as number | '',
  first_ym_profile: '',
};

/** All that a seller needs to begin, made at once: the seller itself and its first group of sites. For administrators. */
export function NewSeller({ onMade, onCancel }: NewSellerProps) {
  const form = useForm({
    first: usual,
    send: ({ name, revenue_share_pct: fee, first_ym_profile: sites, ...chosen }) =>
      client.member.create.mutate({
        ...chosen,
        name: name.trim(),
        revenue_share_pct: Number(fee),
        first_ym_profile: { name: sites.trim() },
      }),
    async onSuccess(member) {
      await refresh(trpc.member);
      onMade?.(member);
    },
  });
  return (
    <Form title="New seller" form={form}>
      <TextInput label="Name" required maxLength={255} ref={focusFirst} {...form.text('name')} />
      <ZoneSelect label="Time zone of days and hours" {...form.field('timezone')} />
      <Choice
        label="Currency"
        description="Of all its prices and totals"
        searchable
        data={currenciesWith(usual.currency)}
        {...form.field('currency')}
      />
      <NumberField
        label="Fee (%)"
        description="Of bids and auctions that name none"
        required
        min={0}
        max={99.9999}
        decimals={4}
        {...form.field('revenue_share_pct')}
      />
      <TextInput
        label="Its first group of sites"
        description="What shares one set of tiers: the name of the site, or “All sites”"
        required
        maxLength={255}
        {...form.text('first_ym_profile')}
      />
      <FormActions
        submit="Make the seller"
        form={form}
        isDisabled={form.values.revenue_share_pct === ''}
        onCancel={onCancel}
      />
    </Form>
  );
}
