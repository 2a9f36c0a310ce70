import { useSeller } from '../../address/place.ts';
import { Block, Room } from '../../part/room.tsx';
import { Keys } from './keys.tsx';
import { MemberSettings } from './member-settings.tsx';
import { OwnPassword } from './own-password.tsx';
import { Users } from './users.tsx';

/** The user's own password and keys, the seller's settings, and for administrators users and sellers. */
export function AccountRoom(): React.ReactNode {
  const { session, member } = useSeller();
  const isAdmin = session.role === 'admin';
  return (
    <Room
      title="Account"
      head={
        <span className="muted">
          {session.username}, {isAdmin ? 'administrator' : `user of ${member.name}`}; may {session.scopes.join(', ')}
        </span>
      }
    >
      <Block title={`Settings of ${member.name}`}>
        <MemberSettings key={member.id} member={member} />
      </Block>
      <Block title="API keys">
        <Keys />
      </Block>
      <Block title="Password">
        <OwnPassword />
      </Block>
      {isAdmin && (
        <Block title="Users">
          <Users />
        </Block>
      )}
    </Room>
  );
}
