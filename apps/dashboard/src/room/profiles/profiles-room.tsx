import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { useDraft, useLive } from '../../draft/use-draft.ts';
import { counted } from '../../figure/count.ts';
import { happenedText, momentText, msOf } from '../../figure/date.ts';
import type { Column } from '../../part/column.ts';
import { DataTable } from '../../part/data-table.tsx';
import { Empty, Reading, Room } from '../../part/kit.tsx';
import { trpc } from '../../service/trpc.ts';
import { type ProfileRow, searchRows, toRows } from './profile-list.ts';
import { ProfilePanel } from './profile-panel.tsx';
import { bodyOf, type ProfileBody } from '../../targeting/target-list.ts';
import { useAddress } from '../../address/use-change-address.ts';

const blank: ProfileBody = { name: '' };

/** The targeting profiles of the seller: which impressions they mean, and which tiers use them. */
export function ProfilesRoom(): React.ReactNode {
  const { memberId, session } = usePlace();
  const [search, change] = useAddress<'/tiers/targeting'>();
  const text = String(search.q ?? '');
  const [begun, setBegun] = useState<ProfileBody>(blank);
  const profiles = useQuery(trpc.profile.list.queryOptions({ member_id: memberId, sort: 'name.asc' }));
  const tiers = useQuery(trpc.tier.list.queryOptions({ member_id: memberId }));
  const rows = useMemo(() => toRows(profiles.data?.items ?? [], tiers.data?.items ?? []), [profiles.data, tiers.data]);
  const shown = searchRows(rows, text);
  const open = (profile: number | 'new', body = blank) => {
    setBegun(body);
    change({ profile });
  };
  const opened = rows.find(({ profile }) => profile.id === search.profile);
  const draft = useDraft();
  const live = useLive();
  const error = profiles.error ?? tiers.error ?? draft.error ?? live.error;
  // A form begins with what the draft has, which has to be known by then.
  const isKnown = !draft.isPending && !live.isPending;
  const canEdit = session.scopes.includes('write');
  const make = canEdit && <Button onClick={() => open('new')}>+ New profile</Button>;
  return (
    <Room
      title="Targeting"
      isWide
      head={
        <>
          <TextInput
            data-search
            aria-label="Search profiles by name, targeting or tier"
            placeholder="/ name, targeting, tier"
            w={300}
            value={text}
            onChange={(event) => change({ q: event.currentTarget.value || undefined })}
          />
          <span className="muted" role="status">
            {counted(shown.length, 'profile')}
          </span>
          <span className="frame-space" />
          {make}
        </>
      }
    >
      <Reading data={profiles.data} error={error} />
      <div className="with-side-panel">
        <div className="side-panel-list">
          {profiles.data !== undefined && rows.length === 0 && (
            <Empty action={make}>
              A profile says which impressions a tier applies to: places, sizes, devices, hours.
            </Empty>
          )}
          {rows.length > 0 && (
            <DataTable
              label="Profiles"
              rows={shown}
              columns={columns}
              idOf={({ profile }) => String(profile.id)}
              current={opened === undefined ? null : String(opened.profile.id)}
              onOpen={({ profile }) => open(profile.id)}
            />
          )}
        </div>
        {isKnown && canEdit && search.profile === 'new' && (
          <ProfilePanel
            key={`new ${JSON.stringify(begun)}`}
            stored={null}
            first={begun}
            uses={[]}
            onClose={() => change({ profile: undefined })}
            onDuplicate={() => {}}
          />
        )}
        {isKnown && opened !== undefined && (
          <ProfilePanel
            key={opened.profile.id}
            stored={opened.profile}
            first={bodyOf(opened.profile)}
            uses={opened.uses}
            onClose={() => change({ profile: undefined })}
            onDuplicate={(body) => open('new', { ...body, code: null, name: `${body.name ?? ''} (copy)` })}
          />
        )}
      </div>
    </Room>
  );
}

const cut = (text: string) => (
  <span className="cut" title={text}>
    {text}
  </span>
);

const columns: readonly Column<ProfileRow>[] = [
  {
    id: 'name',
    head: 'Profile',
    width: 'minmax(160px, 1fr)',
    sortBy: ({ profile }) => profile.name ?? '',
    cell: ({ profile }) => cut(profile.name ?? `profile no. ${profile.id}`),
  },
  {
    id: 'where',
    head: 'Applies to',
    width: 'minmax(240px, 2fr)',
    sortBy: ({ where }) => where,
    cell: ({ where }) => cut(where),
  },
  {
    id: 'uses',
    head: 'Used by',
    width: 'minmax(200px, 2fr)',
    sortBy: ({ uses }) => uses.length,
    cell: ({ uses }) =>
      uses.map((tier, place) => (
        <span key={tier.id}>
          {place > 0 && ', '}
          <Link to="/tiers/$tier" params={{ tier: String(tier.id) }} search={{ ym: tier.ym_profile_id }}>
            {tier.name}
          </Link>
        </span>
      )),
  },
  {
    id: 'changed',
    head: 'Changed',
    width: '110px',
    sortBy: ({ profile }) => profile.last_modified,
    text: ({ profile }) => momentText(msOf(profile.last_modified)),
    cell: ({ profile }) => happenedText(msOf(profile.last_modified), Date.now()),
  },
];
