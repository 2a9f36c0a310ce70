import { Room } from '../../part/room.tsx';

export function BuyersRoom() {
  return <Room title="Buyers">Not built yet.</Room>;
}
