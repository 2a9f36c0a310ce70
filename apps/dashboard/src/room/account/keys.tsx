import { calendarOf } from '@auction-tiers/calendar';
import { type ApiKey, type Scope, scopesOfKey, type User } from '@auction-tiers/contract';
import { Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSeller } from '../../address/place.ts';
import { momentColumn, msOf, utcText } from '../../figure/date.ts';
import { focusFirst, Form, FormActions, LiveWrite, useForm } from '../../part/form.tsx';
import { PlainTable } from '../../part/plain-table.tsx';
import { Empty, PlainButton, Problem, Waiting } from '../../part/kit.tsx';
import { ShownOnce } from '../../part/shown-once.tsx';
import { client, refresh, trpc } from '../../service/trpc.ts';
import { scopesText, scopeWords } from '../../words/access.ts';

/** The keys of the user; a manager sees those of all users of the seller, an administrator all. */
export function Keys() {
  const { session } = useSeller();
  const [making, setMaking] = useState<'key' | 'assistant' | null>(null);
  const { data, error, refetch } = useQuery(trpc.apiKey.list.queryOptions({ sort: 'created_on.desc' }));
  const users = useQuery(trpc.user.list.queryOptions({ sort: 'username.asc' }));
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting rows={3} />;
  const mayMake = session.scopes.includes('write');
  const make = mayMake ? (
    <div className="form-actions">
      <PlainButton onClick={() => setMaking('key')}>New key</PlainButton>
      <PlainButton onClick={() => setMaking('assistant')}>Key for an assistant</PlainButton>
    </div>
  ) : (
    <p className="muted">A manager can make a key for you.</p>
  );
  return (
    <>
      {data.items.length === 0 ? (
        <Empty picture="rows" action={making === null ? make : undefined}>
          A key lets a program act as you: send auctions, read reports, change tiers.
        </Empty>
      ) : (
        <KeyTable keys={data.items} users={users.data?.items ?? []} />
      )}
      <div style={{ marginTop: 12 }}>
        {making === null && data.items.length > 0 && make}
        {making !== null && <NewKey isOfAssistant={making === 'assistant'} onDone={() => setMaking(null)} />}
      </div>
    </>
  );
}

const moment = (text: string | null) => (text === null ? 'never' : momentColumn(msOf(text)));

function KeyTable({ keys, users }: { readonly keys: readonly ApiKey[]; readonly users: readonly User[] }) {
  const nameOf = new Map(users.map(({ id, username }) => [id, username]));
  return (
    <PlainTable
      isStacked
      rows={keys}
      idOf={({ id }) => id}
      columns={[
        { head: 'Name', cell: ({ id, name }) => name ?? `key ${id}` },
        { head: 'Begins with', cell: prefixCell },
        { head: 'Whose', cell: ({ user_id: id }) => nameOf.get(id ?? 0) },
        { head: 'May', cell: (key) => scopesText(scopesOfKey(key)) },
        { head: 'Made', cell: (key) => moment(key.created_on) },
        // The head before names the time zone of the three.
        { head: 'Ends', cell: (key) => moment(key.end_date) },
        { head: 'Last used', cell: (key) => moment(key.last_used_on) },
        { head: 'Revoke', isHeadHidden: true, cell: revokeCell },
      ]}
    />
  );
}

const prefixCell = ({ prefix }: ApiKey) => <code>{prefix}…</code>;
const revokeCell = ({ id }: ApiKey) => <Revoke id={id} />;

function Revoke({ id }: Pick<ApiKey, 'id'>) {
  const revoke = useMutation({
    mutationFn: () => client.apiKey.remove.mutate({ id }),
    onSuccess: () => refresh(trpc.apiKey),
  });
  return (
    <>
      <LiveWrite
        action="Revoke"
        meaning="Programs with this key stop working."
        isDanger
        hasNote={false}
        isPending={revoke.isPending}
        onWrite={() => revoke.mutate()}
      />
      {revoke.error !== null && <Problem error={revoke.error} />}
    </>
  );
}

interface NewKeyProps {
  /** It may read and make drafts, and is shown in what such programs take as their settings. */
  readonly isOfAssistant: boolean;
  readonly onDone: () => void;
}

function NewKey({ isOfAssistant, onDone }: NewKeyProps) {
  const { session, timeZone } = useSeller();
  const form = useForm({
    first: {
      name: isOfAssistant ? 'Assistant' : '',
      scopes: isOfAssistant ? ['read', 'draft'] : [],
      end_date: '',
    },
    send: ({ name, scopes, end_date: lastDay }) =>
      client.apiKey.create.mutate({
        name,
        scopes: scopes as Scope[],
        write_publishes: scopes.includes('publish'),
        end_date: lastDay === '' ? null : utcText(calendarOf(timeZone).endOf(lastDay)),
      }),
    onSuccess: () => refresh(trpc.apiKey),
  });
  if (form.data !== undefined) {
    const key = form.data.key ?? '';
    const [words, value] = isOfAssistant ? [assistantWords, settingsOf(key)] : [keyWords, key];
    return <ShownOnce words={words} value={value} onDone={onDone} />;
  }
  return (
    <Form title="New key" form={form}>
      <TextInput label="What it is for" required ref={focusFirst} {...form.text('name')} />
      <Checkbox.Group label="What it may do" {...form.field('scopes')}>
        <div style={{ display: 'grid', gap: 8, paddingTop: 4 }}>
          {session.scopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={scopeWords[scope as Scope].label} />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        type="date"
        label="Last day (optional)"
        description="It ends with this day"
        {...form.text('end_date')}
      />
      <FormActions submit="Make the key" form={form} isDisabled={form.values.scopes.length === 0} onCancel={onDone} />
    </Form>
  );
}

const keyWords = 'This is the key. It is shown once: keep it where the program reads it.';
const assistantWords =
  'Paste this into the settings of the assistant, as a server of the Model Context Protocol. It holds the key, which is shown once. The assistant reads and drafts; only people publish.';

/** The settings that assistants take, with the key. */
const settingsOf = (key: string): string => {
  const server = {
    type: 'http',
    url: new URL('/mcp', location.href).href,
    headers: { Authorization: `Bearer ${key}` },
  };
  return JSON.stringify({ mcpServers: { 'auction-tiers': server } }, null, 2);
};
