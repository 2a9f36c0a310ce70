import { Room } from '../../part/room.tsx';

export function TiersRoom() {
  return <Room title="Tiers">Not built yet.</Room>;
}
