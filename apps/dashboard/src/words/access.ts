import { type Access, accesses, type Scope } from '@auction-tiers/contract';
import type { Session } from '../service/session.ts';

/** What each access of a seller's user is for. */
export const accessWords: Readonly<Record<Access, { readonly name: string; readonly may: string }>> = {
  viewer: { name: 'Viewer', may: 'sees tiers, reports and history' },
  editor: { name: 'Editor', may: 'also makes and changes drafts, tiers and targeting profiles' },
  publisher: { name: 'Publisher', may: 'also makes drafts live, approves them, goes back in history' },
  manager: { name: 'Manager', may: 'also manages users, keys and settings of the seller' },
};

/** The accesses as a choice, each with what it allows. */
export const accessChoices = Object.fromEntries(
  accesses.map((one) => [one, `${accessWords[one].name}: ${accessWords[one].may}`]),
) as Readonly<Record<Access, string>>;

/** What a key may do: as a label of the form, and short for the list. */
export const scopeWords: Readonly<Record<Scope, { readonly label: string; readonly short: string }>> = {
  read: { label: 'See tiers, reports and history', short: 'see' },
  draft: { label: 'Make drafts, try them and ask for approval; change nothing live', short: 'draft' },
  write: { label: 'Change drafts, tiers and targeting profiles', short: 'change' },
  publish: { label: 'Make drafts live, approve, go back', short: 'make live' },
  auction: { label: 'Run auctions', short: 'run auctions' },
  manage: { label: 'Manage users, keys and settings of the seller', short: 'manage' },
  admin: { label: 'Manage all sellers, users and buyers', short: 'administer' },
};

export const scopesText = (scopes: readonly string[]): string =>
  scopes.map((scope) => scopeWords[scope as Scope].short).join(', ');

/** Whether the user of the page manages users, keys and settings: a manager, or an administrator. */
export const isManager = ({ scopes }: Pick<Session, 'scopes'>): boolean => scopes.includes('manage');

/** What the user of the page is. */
export function roleName({ role, scopes }: Pick<Session, 'role' | 'scopes'>): string {
  if (role === 'admin') return 'administrator';
  const marks = [
    ['manage', 'manager'],
    ['publish', 'publisher'],
    ['write', 'editor'],
  ] as const;
  const [, access] = marks.find(([scope]) => scopes.includes(scope)) ?? ['read', 'viewer' as const];
  return accessWords[access].name.toLowerCase();
}
