import type { PlatformMember } from '@auction-tiers/contract';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { PlainButton, Problem } from '../../part/kit.tsx';
import { fieldProblemsOf, isConflict } from '../../service/problem.ts';
import { client, queryClient, trpc } from '../../service/trpc.ts';

/** Queries whose answers contain names of buyers. */
const named = [trpc.platformMember.pathKey(), trpc.report.pathKey(), trpc.ymProfile.pathKey(), trpc.tier.pathKey()];

/** Renames a member of the directory, for all sellers. For administrators. */
export function Rename({ member: { id, name } }: { readonly member: PlatformMember }) {
  const { memberId } = usePlace();
  const [typed, setTyped] = useState(name ?? '');
  const { mutate, isPending, error } = useMutation({
    async mutationFn() {
      const { etag, item } = await client.platformMember.getTagged.query({ id, member_id: memberId });
      if (item.name !== name) throw new Error(`somebody has renamed it meanwhile: it is ${item.name}`);
      return client.platformMember.update.mutate({ id, changes: { name: typed.trim() }, if_match: etag });
    },
    onSuccess: () => Promise.all(named.map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  const problem = fieldProblemsOf(error).find(({ path }) => path.endsWith('name'));
  const isChanged = typed.trim() !== name;
  return (
    <form
      className="buyer-rename"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged) mutate();
      }}
    >
      <TextInput
        label="Name in the directory, for all sellers"
        required
        maxLength={255}
        value={typed}
        error={problem?.message}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <PlainButton type="submit" loading={isPending} disabled={!isChanged}>
        Rename
      </PlainButton>
      {error !== null && problem === undefined && (
        <Problem error={isConflict(error) ? new Error('somebody has changed it meanwhile; try again') : error} />
      )}
    </form>
  );
}
