import './account.css';
import { Link } from '@tanstack/react-router';
import { useSeller } from '../../address/place.ts';
import { Block, Room } from '../../part/kit.tsx';
import { Calendar } from './calendar.tsx';
import { CsvChoice } from './csv-choice.tsx';
import { Keys } from './keys.tsx';
import { MemberSettings } from './member-settings.tsx';
import { OwnPassword } from './own-password.tsx';
import { isManager, roleName } from '../../words/access.ts';
import { Sellers } from './sellers.tsx';
import { UserLog } from './user-log.tsx';
import { Users } from './users.tsx';

/** A part of the room, under a link of the list at the side. */
interface Section {
  readonly id: string;
  readonly title: string;
  /** Whether it is half as wide as the room, where there is room for two. */
  readonly isHalf?: boolean;
  readonly content: React.ReactNode;
}

/** The user's own password and keys, the seller's settings, for managers its users, and for administrators all users and sellers. */
export function AccountRoom(): React.ReactNode {
  const { session, member } = useSeller();
  const sections: readonly Section[] = [
    {
      id: 'settings',
      title: `Settings of ${member.name}`,
      content: <MemberSettings key={member.id} member={member} />,
    },
    { id: 'password', title: 'Password', isHalf: true, content: <OwnPassword /> },
    { id: 'calendar', title: 'Calendar', isHalf: true, content: <Calendar key={member.id} member={member} /> },
    { id: 'files', title: 'Files', isHalf: true, content: <CsvChoice /> },
    { id: 'keys', title: 'API keys', content: <Keys /> },
    ...(session.role === 'admin' ? [{ id: 'sellers', title: 'Sellers', content: <Sellers /> }] : []),
    ...(isManager(session)
      ? [
          { id: 'users', title: 'Users', content: <Users /> },
          { id: 'log', title: 'Changes of users and keys', content: <UserLog /> },
        ]
      : []),
  ];
  return (
    <Room
      title="Account"
      head={
        <span className="muted">
          {session.username}, {roleName(session)}
          {session.role === 'seller' && ` of ${member.name}`}
        </span>
      }
    >
      <div className="account">
        <nav className="account-list" aria-label="Sections">
          {sections.map(({ id, title }) => (
            <Link key={id} to="/account" search hash={id}>
              {title}
            </Link>
          ))}
        </nav>
        <div className="account-sections">
          {sections.map(({ id, title, isHalf = false, content }) => (
            <div key={id} id={id} className={isHalf ? 'half' : undefined}>
              <Block title={title}>{content}</Block>
            </div>
          ))}
        </div>
      </div>
    </Room>
  );
}
