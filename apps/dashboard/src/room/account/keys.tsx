import type { ApiKey, Scope } from '@auction-tiers/contract';
import { Button, Checkbox, CopyButton, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSeller } from '../../address/place.ts';
import { momentText, msOf } from '../../figure/date.ts';
import { Form, problemAt } from '../../part/form.tsx';
import { focusFirst } from '../../part/inline-form.tsx';
import { Empty, Problem } from '../../part/problem.tsx';
import { Waiting } from '../../part/room.tsx';
import { client, queryClient, trpc } from '../../service/trpc.ts';

const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.apiKey.pathKey() });

/** The keys of the user; an administrator sees those of all. */
export function Keys() {
  const [isMaking, setIsMaking] = useState(false);
  const { data, error, refetch } = useQuery(trpc.apiKey.list.queryOptions({ sort: 'created_on.desc' }));
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting rows={3} />;
  const make = <Button onClick={() => setIsMaking(true)}>New key</Button>;
  return (
    <>
      {data.items.length === 0 ? (
        <Empty>A key lets a program act as you: send auctions, read reports, change tiers.</Empty>
      ) : (
        <KeyTable keys={data.items} />
      )}
      <div style={{ marginTop: 12 }}>{isMaking ? <NewKey onDone={() => setIsMaking(false)} /> : make}</div>
    </>
  );
}

function KeyTable({ keys }: { readonly keys: readonly ApiKey[] }) {
  const { session } = useSeller();
  const isAdmin = session.role === 'admin';
  return (
    <div className="table-box">
      <table className="plain-table stacked">
        <thead>
          <tr>
            <th>Name</th>
            <th>Begins with</th>
            {isAdmin && <th>User</th>}
            <th>May</th>
            <th>Made</th>
            <th>Last used</th>
            <th>
              <span className="visually-hidden">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} isAdmin={isAdmin} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function KeyRow({ apiKey, isAdmin }: { readonly apiKey: ApiKey; readonly isAdmin: boolean }) {
  const { timeZone } = useSeller();
  const [isAsking, setIsAsking] = useState(false);
  const revoke = useMutation({
    mutationFn: () => client.apiKey.remove.mutate({ id: apiKey.id }),
    onSuccess: refresh,
  });
  const moment = (text: string) => momentText(msOf(text), timeZone);
  return (
    <tr>
      <td data-head="Name">{apiKey.name ?? `key ${apiKey.id}`}</td>
      <td data-head="Begins with">
        <code>{apiKey.prefix}…</code>
      </td>
      {isAdmin && <td data-head="User">{apiKey.user_id}</td>}
      <td data-head="May">{(apiKey.scopes ?? []).join(', ')}</td>
      <td data-head="Made">{moment(apiKey.created_on)}</td>
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

const scopeWords: Readonly<Record<Scope, string>> = {
  read: 'read: see tiers, reports, history',
  write: 'write: change tiers, profiles, drafts',
  publish: 'publish: make drafts live, restore, approve',
  auction: 'auction: run auctions',
  manage: 'manage: users, keys and settings of the seller',
  admin: 'admin: users, sellers and buyers of the installation',
};

function NewKey({ onDone }: { readonly onDone: () => void }) {
  const { session } = useSeller();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>(session.scopes);
  const make = useMutation({
    mutationFn: () =>
      client.apiKey.create.mutate({ name, scopes: scopes as Scope[], write_publishes: scopes.includes('publish') }),
    onSuccess: refresh,
  });
  if (make.data !== undefined) return <MadeKey value={make.data.key ?? ''} onDone={onDone} />;
  return (
    <Form title="New key" onSubmit={() => make.mutate()} error={make.error} fields={['name', 'scopes']}>
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
            <Checkbox key={scope} value={scope} label={scopeWords[scope as Scope]} />
          ))}
        </div>
      </Checkbox.Group>
      <div className="form-actions">
        <Button type="submit" loading={make.isPending} disabled={scopes.length === 0}>
          Make the key
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

/** The one time that a key is shown. */
function MadeKey({ value, onDone }: { readonly value: string; readonly onDone: () => void }) {
  return (
    <div className="notice" role="status">
      <p>This is the key. It is shown once: keep it where the program reads it.</p>
      <div className="form-actions">
        <code className="new-key">{value}</code>
        <CopyButton value={value}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
        </CopyButton>
        <Button variant="default" onClick={onDone}>
          I have kept it
        </Button>
      </div>
    </div>
  );
}
