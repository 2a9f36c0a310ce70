import { useSeller } from '../../address/place.ts';
import { Block, Room } from '../../part/room.tsx';
import { Calendar } from './calendar.tsx';
import { CsvChoice } from './csv-choice.tsx';
import { Keys } from './keys.tsx';
import { MemberSettings } from './member-settings.tsx';
import { OwnPassword } from './own-password.tsx';
import { isManager, roleName } from '../../words/access.ts';
import { Sellers } from './sellers.tsx';
import { UserLog } from './user-log.tsx';
import { Users } from './users.tsx';

/** The user's own password and keys, the seller's settings, for managers its users, and for administrators all users and sellers. */
export function AccountRoom(): React.ReactNode {
  const { session, member } = useSeller();
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
      <Block title={`Settings of ${member.name}`}>
        <MemberSettings key={member.id} member={member} />
      </Block>
      <Block title="Calendar">
        <Calendar key={member.id} member={member} />
      </Block>
      <Block title="API keys">
        <Keys />
      </Block>
      <Block title="Password">
        <OwnPassword />
      </Block>
      <Block title="Files">
        <CsvChoice />
      </Block>
      {session.role === 'admin' && (
        <Block title="Sellers">
          <Sellers />
        </Block>
      )}
      {isManager(session) && (
        <Block title="Users">
          <Users />
        </Block>
      )}
      {isManager(session) && (
        <Block title="Changes of users and keys">
          <UserLog />
        </Block>
      )}
    </Room>
  );
}
