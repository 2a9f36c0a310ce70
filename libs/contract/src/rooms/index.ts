export { rooms } from './rooms.gen.ts';
export { type RoomEntry, type RoomPath, roomTable } from './rooms.ts';
