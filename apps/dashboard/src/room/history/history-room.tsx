import { Room } from '../../part/room.tsx';

export function HistoryRoom() {
  return <Room title="History">Not built yet.</Room>;
}
