import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useAddress, usePlace } from '../../address/place.ts';
import { refreshAll, useDraft, useEditDraft, useLive } from '../../draft/use-draft.ts';
import { counted } from '../../figure/count.ts';
import { happenedText, momentInFile, msOf } from '../../figure/date.ts';
import type { Column } from '../../part/column.ts';
import { DataTable } from '../../part/data-table.tsx';
import { Empty, PlainButton, Problem, Reading, Room, SidePanel } from '../../part/kit.tsx';
import { client, noted, trpc } from '../../service/trpc.ts';
import { bodyOf, type ProfileBody } from '../../targeting/target-list.ts';
import type { AuctionTier, TargetingProfile } from '@auction-tiers/contract';
import { EditProblem } from '../../difference/edit-problem.tsx';
import { Form, LiveWrite } from '../../part/form.tsx';
import { problemsOf, ProfileFields, ProfileProblems } from '../../targeting/profile-fields.tsx';
import { listed } from '../../words/listed.ts';
import { phraseOf } from '../../words/phrase.ts';
import { searchable, targetingText, whereText } from '../../words/targeting.ts';
import { LiveNotice } from '../experiments/live-notice.tsx';
import type { Seen } from '../../draft/seen.ts';
import { useUnsaved } from '../../part/unsaved.ts';

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
            placeholder="Name, targeting or tier"
            w={300}
            value={text}
            onChange={(event) => change({ q: event.currentTarget.value || undefined })}
          />
          <span className="muted" role="status">
            {counted(shown.length, 'profile')}
          </span>
          <span className="grow" />
          {rows.length > 0 && make}
        </>
      }
    >
      <Reading data={profiles.data} error={error} />
      <div className="with-side-panel">
        <div className="side-panel-list">
          {profiles.data !== undefined && rows.length === 0 && (
            <Empty picture="rows" action={make}>
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
      uses.map((tier, index) => (
        <span key={tier.id}>
          {index > 0 && ', '}
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
    text: ({ profile }) => momentInFile(msOf(profile.last_modified)),
    cell: ({ profile }) => happenedText(msOf(profile.last_modified), Date.now()),
  },
];

interface PanelProps {
  /** Null: a new one. */
  readonly stored: TargetingProfile | null;
  /** The values that the form begins with: for a duplicate those of the original profile. */
  readonly first: ProfileBody;
  readonly uses: readonly ProfileUse[];
  readonly onClose: () => void;
  readonly onDuplicate: (body: ProfileBody) => void;
}

/** The editor of one profile, beside the list. */
function ProfilePanel({ stored: storedNow, first, uses, onClose, onDuplicate }: PanelProps) {
  const { member, session } = usePlace();
  const saveInDraft = useSaveInDraft();
  // The versions of when the form was opened, so that changes of others are not overwritten unseen.
  const [{ stored, seen }] = useState({ stored: storedNow, seen: saveInDraft.seen });
  const { draft, live } = seen;
  /** The draft's version of it. */
  const drafted = stored === null ? undefined : draft?.tier_set?.profiles.find(({ id }) => id === stored.id);
  const [begun] = useState<ProfileBody>(drafted === undefined ? first : bodyOf(drafted));
  const [body, setBody] = useState(begun);
  useUnsaved(body !== begun);
  const [isSent, setIsSent] = useState(false);
  const liveButton = useRef<HTMLButtonElement>(null);
  const saveLive = useSaveLive();
  const remove = useMutation({
    mutationFn: ({ id, note }: { readonly id: number; readonly note: string }) =>
      client.profile.remove.mutate({ id, member_id: member.id }, noted(note)),
    onSuccess: refreshAll,
  });
  const problems = problemsOf(body);
  const canEdit = session.scopes.includes('write');
  const mayDirect = canEdit && member.publishing === 'direct';
  // A draft has the profiles that the tiers of its ym-profile use.
  const mayDraft =
    canEdit && stored !== null && (drafted ?? live?.profiles.find(({ id }) => id === stored.id)) !== undefined;
  const error = saveLive.error ?? (saveInDraft.moved === null ? saveInDraft.error : null);
  const title = stored === null ? 'New profile' : (stored.name ?? `Profile ${stored.id}`);
  /** Saves in the draft; a write that would be live at once needs a confirmation first. */
  const submit = () => {
    setIsSent(true);
    if (problems.length > 0) return;
    if (mayDraft && stored !== null) saveInDraft.save(stored.id, body, seen, onClose);
    else liveButton.current?.click();
  };
  return (
    <SidePanel title={title} onClose={onClose}>
      <p>
        <span className="muted">Applies to </span>
        <strong>{whereText(body)}</strong>
      </p>
      {drafted !== undefined && <p className="muted">This is the profile as the open draft has it.</p>}
      <Form form={{ submit, error, fields: Object.keys(body) }}>
        <fieldset className="bare-fields" disabled={!canEdit}>
          <ProfileFields body={body} error={error} timeZone={member.timezone} onChange={setBody} />
        </fieldset>
        {isSent && <ProfileProblems problems={problems} />}
        {saveInDraft.moved !== null && <EditProblem edit={saveInDraft} />}
        <div className="form-actions">
          {mayDraft && (
            <Button type="submit" loading={saveInDraft.isPending}>
              {saveInDraft.saveLabel}
            </Button>
          )}
          {canEdit && stored !== null && <PlainButton onClick={() => onDuplicate(body)}>Duplicate</PlainButton>}
        </div>
        {canEdit && <p className="muted">{whatSavingDoes(mayDraft, mayDirect, stored === null)}</p>}
      </Form>
      {mayDirect && (
        <section className="live-writes" aria-label="Live, without a draft">
          <h3>Live, without a draft</h3>
          {uses.length > 0 && <LiveNotice />}
          <LiveWrite
            action={stored === null ? 'Make it live' : 'Save live'}
            meaning={meaningOf(uses)}
            ref={liveButton}
            isPending={saveLive.isPending}
            onWrite={(note) => {
              setIsSent(true);
              if (problems.length === 0) saveLive.mutate({ stored, body, note }, { onSuccess: onClose });
            }}
          />
          {stored !== null && (
            <LiveWrite
              action="Delete live"
              meaning={`${title} is deleted at once. A targeting profile that a tier uses stays.`}
              isDanger
              isPending={remove.isPending}
              onWrite={(note) => remove.mutate({ id: stored.id, note }, { onSuccess: onClose })}
            />
          )}
        </section>
      )}
      {remove.error !== null && <Problem error={remove.error} />}
    </SidePanel>
  );
}

/** What a write to the live profile does to auctions. */
function meaningOf(uses: readonly ProfileUse[]): string {
  if (uses.length === 0) return 'It is saved at once. No tier uses it, so that no auction changes.';
  return `From now on all auctions are decided with it, in ${counted(uses.length, 'tier')}: ${listed(uses.map(({ name }) => name))}. It does not go through a draft, and nothing is tried before.`;
}

function whatSavingDoes(mayDraft: boolean, mayDirect: boolean, isNew: boolean): string {
  if (mayDraft) return 'In the draft it changes no auction until the draft is published.';
  const inTier = 'A new one can also be made in the form of a tier that is to have it, as part of the draft.';
  if (mayDirect) return isNew ? inTier : '';
  return `This seller changes its targeting profiles by drafts, and a draft has those that its tiers use. ${inTier}`;
}

interface LiveSave {
  readonly stored: TargetingProfile | null;
  readonly body: ProfileBody;
  readonly note: string;
}

/** Writes a profile at once, which changes live tiers that use it. `stored` null makes one. Gives its id. */
function useSaveLive() {
  const { memberId } = usePlace();
  return useMutation({
    async mutationFn({ stored, body, note }: LiveSave) {
      const member_id = memberId;
      if (stored === null) return (await client.profile.create.mutate({ ...body, member_id }, noted(note))).id;
      const { id } = stored;
      const { etag, item } = await client.profile.getTagged.query({ id, member_id });
      // Refuses to overwrite what another user has changed since the panel was opened.
      if (JSON.stringify(bodyOf(item)) !== JSON.stringify(bodyOf(stored))) {
        throw new Error(`${item.name ?? 'The profile'} was changed meanwhile. Close it and open it again to see how.`);
      }
      await client.profile.update.mutate({ id, member_id, if_match: etag, changes: body }, noted(note));
      return id;
    },
    onSuccess: refreshAll,
  });
}

/** Edits a profile in the draft, whose tiers use it. */
function useSaveInDraft() {
  const edit = useEditDraft();
  return {
    ...edit,
    /** `seen`: what the form was opened with. */
    save: (id: number, body: ProfileBody, seen: Seen, onDone: () => void) =>
      edit.mutate(
        (content) => ({
          ...content,
          profiles: content.profiles.map((one) => (one.id === id ? { ...one, ...bodyOf(body) } : one)),
        }),
        { seen, onSuccess: onDone },
      ),
  };
}

type ProfileUse = Pick<AuctionTier, 'id' | 'name' | 'ym_profile_id'>;

/** The profiles with their words and the tiers that use them. */
function toRows(profiles: readonly TargetingProfile[], tiers: readonly AuctionTier[]) {
  const usesOf = Map.groupBy(tiers, ({ profile_id: id }) => id ?? 0);
  return profiles.map((profile) => {
    const where = whereText(profile);
    const uses: readonly ProfileUse[] = usesOf.get(profile.id) ?? [];
    const words = [profile.id, profile.name, profile.code, where, ...uses.map(({ name }) => name)];
    /** What a search looks in, in lower case. */
    const text = `${searchable(words.join('\n'))}\n${targetingText(profile)}`;
    return { profile, where, uses, text };
  });
}

type ProfileRow = ReturnType<typeof toRows>[number];

function searchRows(rows: readonly ProfileRow[], q = ''): readonly ProfileRow[] {
  const phrase = phraseOf(q);
  return phrase === null ? rows : rows.filter(({ text }) => phrase.test(text));
}
