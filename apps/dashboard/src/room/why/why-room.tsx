import { Room } from '../../part/room.tsx';

export function WhyRoom() {
  return <Room title="Why">Not built yet.</Room>;
}
