import { calendarOf } from '@auction-tiers/calendar';
import { type ApiKey, type Scope, scopesOfKey, type User } from '@auction-tiers/contract';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSeller } from '../../address/place.ts';
import { momentColumn, msOf, utcText } from '../../figure/date.ts';
import { Form, FormActions, problemAt } from '../../part/form.tsx';
import { focusFirst } from '../../part/inline-form.tsx';
import { Empty, Problem } from '../../part/problem.tsx';
import { Waiting } from '../../part/room.tsx';
import { ShownOnce } from '../../part/shown-once.tsx';
import { client, queryClient, trpc } from '../../service/trpc.ts';
import { scopeWords } from '../../words/access.ts';

const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.apiKey.pathKey() });

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
      <Button onClick={() => setMaking('key')}>New key</Button>
      <Button variant="default" onClick={() => setMaking('assistant')}>
        Key for an assistant
      </Button>
    </div>
  ) : (
    <p className="muted">A manager can make a key for you.</p>
  );
  return (
    <>
      {data.items.length === 0 ? (
        <Empty action={making === null ? make : undefined}>
          A key lets a program act as you: send auctions, read reports, change tiers.
        </Empty>
      ) : (
        <KeyTable keys={data.items} users={users.data?.items ?? []} />
      )}
      <div style={{ marginTop: 12 }}>
        {making === null ? (
          data.items.length > 0 && make
        ) : (
          <NewKey isOfAssistant={making === 'assistant'} onDone={() => setMaking(null)} />
        )}
      </div>
    </>
  );
}

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly users: readonly User[];
}

function KeyTable({ keys, users }: KeyTableProps) {
  const { timeZone } = useSeller();
  const nameOf = new Map(users.map(({ id, username }) => [id, username]));
  return (
    <div className="table-box">
      <table className="plain-table stacked">
        <thead>
          <tr>
            <th>Name</th>
            <th>Begins with</th>
            <th>Whose</th>
            <th>May</th>
            <th>Made ({timeZone})</th>
            <th>Ends ({timeZone})</th>
            <th>Last used ({timeZone})</th>
            <th>
              <span className="visually-hidden">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} user={nameOf.get(key.user_id ?? 0) ?? ''} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function KeyRow({ apiKey, user }: { readonly apiKey: ApiKey; readonly user: string }) {
  const { timeZone } = useSeller();
  const [isAsking, setIsAsking] = useState(false);
  const revoke = useMutation({
    mutationFn: () => client.apiKey.remove.mutate({ id: apiKey.id }),
    onSuccess: refresh,
  });
  const moment = (text: string) => (
    <>
      {momentColumn(msOf(text), timeZone)}
      <span className="stacked-only"> ({timeZone})</span>
    </>
  );
  return (
    <tr>
      <td data-head="Name">{apiKey.name ?? `key ${apiKey.id}`}</td>
      <td data-head="Begins with">
        <code>{apiKey.prefix}…</code>
      </td>
      <td data-head="Whose">{user}</td>
      <td data-head="May">
        {scopesOfKey(apiKey)
          .map((scope) => scopeWords[scope].short)
          .join(', ')}
      </td>
      <td data-head="Made">{moment(apiKey.created_on)}</td>
      <td data-head="Ends">{apiKey.end_date === null ? 'never' : moment(apiKey.end_date)}</td>
      <td data-head="Last used">{apiKey.last_used_on === null ? 'never' : moment(apiKey.last_used_on)}</td>
      <td>
        {isAsking ? (
          <span className="form-actions">
            Programs with this key stop working.
            <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
              Revoke it
            </Button>
            <Button variant="default" onClick={() => setIsAsking(false)}>
              Keep it
            </Button>
          </span>
        ) : (
          <Button variant="default" onClick={() => setIsAsking(true)}>
            Revoke
          </Button>
        )}
        {revoke.error !== null && <Problem error={revoke.error} />}
      </td>
    </tr>
  );
}

interface NewKeyProps {
  /** It may read and make drafts, and is shown in what such programs take as their settings. */
  readonly isOfAssistant: boolean;
  readonly onDone: () => void;
}

function NewKey({ isOfAssistant, onDone }: NewKeyProps) {
  const { session, timeZone } = useSeller();
  const [name, setName] = useState(isOfAssistant ? 'Assistant' : '');
  const [scopes, setScopes] = useState<readonly string[]>(isOfAssistant ? ['read', 'draft'] : []);
  const [lastDay, setLastDay] = useState('');
  const make = useMutation({
    mutationFn: () =>
      client.apiKey.create.mutate({
        name,
        scopes: scopes as Scope[],
        write_publishes: scopes.includes('publish'),
        end_date: lastDay === '' ? null : utcText(calendarOf(timeZone).endOf(lastDay)),
      }),
    onSuccess: refresh,
  });
  if (make.data !== undefined) {
    const key = make.data.key ?? '';
    return isOfAssistant ? (
      <ShownOnce words={assistantWords} value={settingsOf(key)} onDone={onDone} />
    ) : (
      <ShownOnce words={keyWords} value={key} onDone={onDone} />
    );
  }
  return (
    <Form title="New key" onSubmit={() => make.mutate()} error={make.error} fields={['name', 'scopes', 'end_date']}>
      <TextInput
        label="What it is for"
        required
        ref={focusFirst}
        value={name}
        error={problemAt(make.error, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox.Group
        label="What it may do"
        value={[...scopes]}
        onChange={setScopes}
        error={problemAt(make.error, 'scopes')}
      >
        <div style={{ display: 'grid', gap: 8, paddingTop: 4 }}>
          {session.scopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={scopeWords[scope as Scope].label} />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        type="date"
        label="Last day (optional)"
        description={`It ends with this day, ${timeZone}`}
        value={lastDay}
        error={problemAt(make.error, 'end_date')}
        onChange={(event) => setLastDay(event.currentTarget.value)}
      />
      <FormActions
        submit="Make the key"
        isSending={make.isPending}
        isDisabled={scopes.length === 0}
        onCancel={onDone}
      />
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
