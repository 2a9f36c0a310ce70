import { z } from 'zod';

/** Raised whenever another version would misread the file. */
export const backupFormat = 1;

const Text = z.string();
const Whole = z.int().nonnegative();
const Hash = z.record(Text, Text);

/** The lines of a backup file, in the order of the file. What they hold is as LAYOUT.md describes it. */
const Header = z.strictObject({
  kind: z.literal('header'),
  format: Whole,
  layout: Text,
  /** Version of the program that wrote the file. */
  version: Text,
  /** When the backup was begun, ISO 8601. */
  time: Text,
  epoch: Text,
  partitions: Whole,
});
export type Header = z.output<typeof Header>;

/** Begins a partition: its objects and changes follow. */
const Partition = z.strictObject({
  kind: z.literal('partition'),
  partition: Whole,
  revision: Whole,
  /** Mark of the last change; empty: it has none. */
  mark: Text,
  /** Objects by service. */
  objects: z.record(Text, Whole),
});

const StoredObject = z.strictObject({
  kind: z.literal('object'),
  service: Text,
  id: z.int().positive(),
  /** The owner; null: the installation, or a member that cannot be told. */
  member_id: z.int().positive().nullable(),
  /** With the secrets. */
  hash: Hash,
});
export type ObjectLine = z.output<typeof StoredObject>;

const Change = z.strictObject({ kind: z.literal('change'), revision: z.int().positive(), fields: Hash });
export type ChangeLine = z.output<typeof Change>;

/** Changes were trimmed while the file was written: the changes of this partition start again after this line. */
const Trimmed = z.strictObject({ kind: z.literal('trimmed') });

/** The record of a write that may be sent again. */
const Record = z.strictObject({ kind: z.literal('record'), key: Text, expires_ms: Whole, hash: Hash });
const Reservation = z.strictObject({ kind: z.literal('reservation'), key: Text, expires_ms: Whole, id: Text });
const Counter = z.strictObject({ kind: z.literal('counter'), service: Text, last: Text });

/** The counts of the live report for an hour or a day, as base64. */
const Report = z.strictObject({ kind: z.literal('report'), key: Text, expires_ms: Whole, counts: z.base64() });
export type ReportLine = z.output<typeof Report>;

/** The last line: the number of lines before it, and the SHA-256 of their bytes. */
const End = z.strictObject({ kind: z.literal('end'), lines: Whole, sha256: Text });

export const BackupLine = z.discriminatedUnion('kind', [
  Header,
  Partition,
  StoredObject,
  Change,
  Trimmed,
  Record,
  Reservation,
  Counter,
  Report,
  End,
]);
export type BackupLine = z.output<typeof BackupLine>;
