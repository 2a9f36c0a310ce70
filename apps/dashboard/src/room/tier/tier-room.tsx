import { Room } from '../../part/room.tsx';

export function TierRoom() {
  return <Room title="Tier">Not built yet.</Room>;
}
