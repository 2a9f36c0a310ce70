import { Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Member } from '@auction-tiers/contract';
import { Form, FormActions, problemAt } from '../part/form.tsx';
import { focusFirst } from '../part/inline-form.tsx';
import { client, queryClient, trpc } from '../service/trpc.ts';
import { ZoneSelect } from '../part/zone-select.tsx';
import { currenciesWith } from './choices.ts';
import { NumberField } from '../part/number-field.tsx';

interface NewSellerProps {
  readonly onMade?: (member: Member) => void;
  /** Absent: the form cannot be closed. */
  readonly onCancel?: () => void;
}

/** All that a seller needs to begin, made at once: the seller itself and its first group of sites. For administrators. */
export function NewSeller({ onMade, onCancel }: NewSellerProps) {
  const [name, setName] = useState('');
  const [timezone, setTimezone] = useState('UTC');
  const [currency, setCurrency] = useState('USD');
  const [fee, setFee] = useState<number | string>(0);
  const [sites, setSites] = useState('');
  const make = useMutation({
    mutationFn: () =>
      client.member.create.mutate({
        name: name.trim(),
        timezone,
        currency,
        revenue_share_pct: Number(fee),
        first_ym_profile: { name: sites.trim() },
      }),
    async onSuccess(member) {
      await queryClient.invalidateQueries({ queryKey: trpc.member.pathKey() });
      onMade?.(member);
    },
  });
  const problem = (field: string) => problemAt(make.error, field);
  return (
    <Form
      title="New seller"
      onSubmit={() => make.mutate()}
      error={make.error}
      fields={['name', 'timezone', 'currency', 'revenue_share_pct', 'first_ym_profile']}
    >
      <TextInput
        label="Name"
        required
        maxLength={255}
        ref={focusFirst}
        value={name}
        error={problem('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ZoneSelect
        label="Time zone of days and hours"
        value={timezone}
        error={problem('timezone')}
        onChange={setTimezone}
      />
      <Select
        label="Currency"
        description="Of all its prices and totals"
        searchable
        allowDeselect={false}
        data={currenciesWith(currency)}
        value={currency}
        error={problem('currency')}
        onChange={(value) => setCurrency(value ?? currency)}
      />
      <NumberField
        label="Fee (%)"
        description="Of bids and auctions that name none"
        required
        min={0}
        max={99.9999}
        decimals={4}
        value={fee}
        error={problem('revenue_share_pct')}
        onChange={setFee}
      />
      <TextInput
        label="Its first group of sites"
        description="What shares one set of tiers: the name of the site, or “All sites”"
        required
        maxLength={255}
        value={sites}
        error={problem('first_ym_profile')}
        onChange={(event) => setSites(event.currentTarget.value)}
      />
      <FormActions submit="Make the seller" isSending={make.isPending} isDisabled={fee === ''} onCancel={onCancel} />
    </Form>
  );
}
