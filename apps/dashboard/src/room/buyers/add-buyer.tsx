import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form, FormActions, problemAt } from '../../part/form.tsx';
import { focusFirst } from '../../part/inline-form.tsx';
import { client, queryClient, trpc } from '../../service/trpc.ts';
import { NumberField } from '../../part/number-field.tsx';

interface AddBuyerProps {
  /** The number of a buyer that has bid and is in no directory: only its name is asked for. */
  readonly number?: number;
  readonly onAdded?: (id: number) => void;
  readonly onCancel?: () => void;
}

/** A buyer that the directory of all sellers lacks. For administrators. */
export function AddBuyer({ number, onAdded, onCancel }: AddBuyerProps) {
  const [id, setId] = useState<number | string>(number ?? '');
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => client.platformMember.create.mutate({ id: Number(id), name: name.trim(), primary_type: 'buyer' }),
    async onSuccess(buyer) {
      await Promise.all(
        [trpc.platformMember.pathKey(), trpc.report.pathKey()].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
      onAdded?.(buyer.id);
    },
  });
  return (
    <Form
      title={number === undefined ? 'New buyer' : 'Name this buyer'}
      onSubmit={() => add.mutate()}
      error={add.error}
      fields={number === undefined ? ['id', 'name'] : ['name']}
    >
      {number === undefined && (
        <NumberField
          label="Number"
          description="The one that its bids carry"
          required
          min={1}
          max={Number.MAX_SAFE_INTEGER}
          decimals={0}
          ref={focusFirst}
          value={id}
          error={problemAt(add.error, 'id')}
          onChange={setId}
        />
      )}
      <TextInput
        label="Name"
        description="In the directory, for all sellers"
        required
        maxLength={255}
        value={name}
        error={problemAt(add.error, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <FormActions
        submit={number === undefined ? 'Add the buyer' : 'Name it'}
        isSending={add.isPending}
        onCancel={onCancel}
      />
    </Form>
  );
}
