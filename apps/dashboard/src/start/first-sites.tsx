import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSeller } from '../address/place.ts';
import { focusFirst, Form, FormActions, useForm } from '../part/form.tsx';
import { client, refresh, trpc } from '../service/trpc.ts';
import { toInventoryId } from '@auction-tiers/tier-engine/name';

/** The first step of a seller, in every room: its group of sites. Once it is made, the room itself is there. */
export function FirstSites() {
  const { session, member, memberId } = useSeller();
  // Kept where the draft of its publishers fails, so that another try makes no second one.
  const [madeId, setMadeId] = useState<number | null>(null);
  // Publishers decide which tiers an auction meets, as a publish does.
  const isDrafted = member.publishing !== 'direct' || !session.scopes.includes('publish');
  const form = useForm({
    first: { name: '', publisher_ids: '' },
    async send({ name, publisher_ids: typed }) {
      const publisher_ids = readPublisherNames(typed);
      const isListed = publisher_ids.length > 0 && !isDrafted;
      const given = { name: name.trim(), member_id: memberId, ...(isListed ? { publisher_ids } : {}) };
      const id = madeId ?? (await client.ymProfile.create.mutate(given)).id;
      setMadeId(id);
      if (publisher_ids.length > 0 && isDrafted)
        await client.draft.create.mutate({ from: id, member_id: memberId, name: 'Publishers', publisher_ids });
    },
    onSuccess: () => refresh(trpc.draft, trpc.ymProfile),
  });
  const about = (
    <p>
      A group of sites is what shares one set of tiers: one or more sites of {member.name}. Its tiers, figures and
      history appear in these rooms once there is one.
    </p>
  );
  if (!session.scopes.includes('write')) {
    return (
      <>
        {about}
        <p className="notice">
          {member.name} has no group of sites yet, and your user may not make one. Ask a user of {member.name} that may
          change tiers, or your administrator.
        </p>
      </>
    );
  }
  return (
    <section className="surface">
      {about}
      <Form title="Your first group of sites" form={form}>
        <TextInput
          label="Name"
          description="Such as the name of the site, or “All sites”"
          required
          maxLength={255}
          ref={focusFirst}
          {...form.text('name')}
        />
        <TextInput
          label="Publishers (optional)"
          description={`Numbers or names, with commas between them. Auctions that name one of these, and no group of sites, are decided by its tiers${isDrafted ? ', once the draft that is made of them is published' : ''}`}
          {...form.text('publisher_ids')}
        />
        <FormActions submit="Make the group of sites" form={form} />
      </Form>
    </section>
  );
}

/** Publishers as they are typed: numbers or names between commas or lines, numbers also between spaces. */
function readPublisherNames(text: string): (number | string)[] {
  const names = text
    .split(/[,;\n]+/)
    .flatMap((part) => (/^[\d\s]+$/.test(part) ? part.split(/\s+/) : part.trim()))
    .filter((name) => name !== '');
  return [...new Set(names.map(toInventoryId))];
}
