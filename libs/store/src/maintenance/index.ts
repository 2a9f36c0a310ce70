export { countServices, idsLeftOut, leapCounters, removePassingWork } from './adopt.ts';
export { type Connection, openConnection } from './connection.ts';
export { type ObjectReport, readObjectReport } from './object-report.ts';
export { type MemberOverview, type Overview, type PartitionOverview, readOverview } from './overview.ts';
export type { ServerState } from './server.ts';
export { advance, type PartitionState } from './partition-state.ts';
export { digestsOf, verifyDatabase, type VerifyReport } from './verify.ts';
