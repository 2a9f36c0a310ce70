import { Room } from '../../part/room.tsx';

export function MarketsRoom() {
  return <Room title="Markets">Not built yet.</Room>;
}
