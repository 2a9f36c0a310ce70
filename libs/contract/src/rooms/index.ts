export { type RoomHelp, roomHelps } from './helps.ts';
export { type RoomPath, roomTitles } from './titles.ts';
