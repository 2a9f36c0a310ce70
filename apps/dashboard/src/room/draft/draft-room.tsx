import { Room } from '../../part/room.tsx';

export function DraftRoom() {
  return <Room title="Draft">Not built yet.</Room>;
}
