export { type Connection, openConnection } from './connection.ts';
export { type ObjectReport, readObjectReport } from './object-report.ts';
export { type MemberOverview, type Overview, type PartitionOverview, readOverview } from './overview.ts';
export type { ServerState } from './server.ts';
export { BackupReport, backupLines } from './backup.ts';
export { type CheckedBackup, checkBackup } from './backup-check.ts';
export { BackupFileError, readBackupFile, writeBackupFile } from './backup-file.ts';
export { type PresentContent, readPresentContent, restoreBackup } from './restore.ts';
