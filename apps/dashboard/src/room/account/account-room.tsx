import { Room } from '../../part/room.tsx';

export function AccountRoom() {
  return <Room title="Account">Not built yet.</Room>;
}
