import { TextInput } from '@mantine/core';
import { focusFirst, Form, FormActions, NumberField, useForm } from '../../part/form.tsx';
import { client, refresh, trpc } from '../../service/trpc.ts';

interface AddBuyerProps {
  /** The number of a buyer that has bid and is in no directory: only its name is asked for. */
  readonly number?: number;
  readonly onAdded?: (id: number) => void;
  readonly onCancel?: () => void;
}

const named: { readonly name: string; readonly id?: number | '' } = { name: '' };
const unnumbered: typeof named = { name: '', id: '' };

/** A buyer that the directory of all sellers lacks. For administrators. */
export function AddBuyer({ number, onAdded, onCancel }: AddBuyerProps) {
  const isNumbered = number !== undefined;
  const form = useForm({
    first: isNumbered ? named : unnumbered,
    send: ({ id, name }) =>
      client.platformMember.create.mutate({ id: number ?? Number(id), name: name.trim(), primary_type: 'buyer' }),
    async onSuccess(buyer) {
      await refresh(trpc.platformMember, trpc.report);
      onAdded?.(buyer.id);
    },
  });
  return (
    <Form title={isNumbered ? 'Name this buyer' : 'New buyer'} form={form}>
      {!isNumbered && (
        <NumberField
          label="Number"
          description="The one that its bids carry"
          required
          min={1}
          max={Number.MAX_SAFE_INTEGER}
          decimals={0}
          ref={focusFirst}
          {...form.field('id')}
          value={form.values.id ?? ''}
        />
      )}
      <TextInput
        label="Name"
        description="In the directory, for all sellers"
        required
        maxLength={255}
        {...form.text('name')}
      />
      <FormActions submit={isNumbered ? 'Name it' : 'Add the buyer'} form={form} onCancel={onCancel} />
    </Form>
  );
}
