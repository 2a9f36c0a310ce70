import { Room } from '../../part/room.tsx';

export function TodayRoom() {
  return <Room title="Today">Not built yet.</Room>;
}
