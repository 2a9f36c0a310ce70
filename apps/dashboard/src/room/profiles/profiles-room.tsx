import { Room } from '../../part/room.tsx';

export function ProfilesRoom() {
  return <Room title="Profiles">Not built yet.</Room>;
}
