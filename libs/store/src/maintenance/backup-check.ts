import { place } from '../redis/layout/layout.ts';
import { layoutVersion } from '../redis/connection/server.ts';
import { BackupFileError, readBackupFile } from './backup-file.ts';
import {
  backupFormat,
  type BackupLine,
  type ChangeLine,
  type Header,
  type ObjectLine,
  type ReportLine,
} from './backup-line.ts';
import { readChangeEntry } from './change-entry.ts';
import { indexEntriesOf } from './index-entry.ts';
import { parseKey } from '../redis/layout/key.ts';
import { findCountsProblem } from './report-lines.ts';
import { definitionOf, findHashProblem, nameOf } from './stored-hash.ts';

/** The content of a backup file that passed the check. */
export interface CheckedBackup {
  readonly header: Header;
  readonly sha256: string;
  readonly objects: number;
  /** By partition: the first change after which no change is missing; 0: there is none. */
  readonly firstChanges: readonly number[];
  /** The highest id of each service. */
  readonly highestIds: ReadonlyMap<string, number>;
}

type PartitionLine = Extract<BackupLine, { kind: 'partition' }>;

/**
 * Reads a backup file to its end and checks that it is complete, that this version can read every object, and that
 * references, unique values, counts and revisions agree. Throws `BackupFileError` for the first problem.
 * `keepsUnreadable`: objects that this version cannot read are allowed.
 */
export async function checkBackup(file: string, { keepsUnreadable = false } = {}): Promise<CheckedBackup> {
  const check = new BackupCheck(file, keepsUnreadable);
  return check.finish(await readBackupFile(file, (line) => check.add(line)));
}

class BackupCheck {
  readonly #file: string;
  readonly #keepsUnreadable: boolean;
  #header: Header | undefined;
  #partition: PartitionCheck | undefined;
  #objects = 0;
  readonly #firstChanges: number[] = [];
  readonly #highestIds = new Map<string, number>();
  readonly #reportKeys = new Set<string>();

  constructor(file: string, keepsUnreadable: boolean) {
    this.#file = file;
    this.#keepsUnreadable = keepsUnreadable;
  }

  add(line: Exclude<BackupLine, { kind: 'end' }>): void {
    if (this.#header === undefined) {
      if (line.kind !== 'header') throw this.#wrong(`it begins with a line of kind ${line.kind}, expected: header`);
      this.#begin(line);
      return;
    }
    switch (line.kind) {
      case 'header':
        throw this.#wrong('it has two headers');
      case 'partition':
        this.#endPartition();
        if (line.partition !== this.#firstChanges.length)
          throw this.#wrong(`partition ${line.partition} is out of order`);
        this.#partition = new PartitionCheck(line, this.#header.partitions, (what) => this.#wrong(what));
        break;
      case 'object':
        this.#open(line.kind).addObject(line, this.#keepsUnreadable);
        this.#objects += 1;
        this.#highestIds.set(line.service, Math.max(line.id, this.#highestIds.get(line.service) ?? 0));
        break;
      case 'change':
        this.#open(line.kind).addChange(line);
        break;
      case 'trimmed':
        this.#open(line.kind).forgetChanges();
        break;
      case 'record': {
        this.#endPartition();
        const parsed = parseKey(line.key);
        if (parsed?.key.kind !== 'record' || parsed.partition >= this.#header.partitions) {
          throw this.#wrong(`it has a record under the key ${line.key}`);
        }
        break;
      }
      case 'report':
        this.#endPartition();
        this.#addReport(line, this.#header.partitions);
        break;
      case 'reservation':
      case 'counter':
        this.#endPartition();
    }
  }

  finish(sha256: string): CheckedBackup {
    this.#endPartition();
    const header = this.#header;
    if (header === undefined) throw this.#wrong('it is empty');
    if (this.#firstChanges.length !== header.partitions) {
      throw this.#wrong(`it has ${this.#firstChanges.length} partitions, its header says ${header.partitions}`);
    }
    const [firstChanges, highestIds] = [this.#firstChanges, this.#highestIds];
    return { header, sha256, objects: this.#objects, firstChanges, highestIds };
  }

  #addReport({ key, counts }: ReportLine, partitions: number): void {
    const parsed = parseKey(key);
    const isPlaced = parsed?.key.kind === 'report' && parsed.key.owner % partitions === parsed.partition;
    if (!isPlaced) throw this.#wrong(`it has counts of the report under the key ${key}`);
    if (this.#reportKeys.has(key)) throw this.#wrong(`it has the counts of ${key} twice`);
    this.#reportKeys.add(key);
    const problem = findCountsProblem(Buffer.from(counts, 'base64'));
    if (problem !== null) throw this.#wrong(`of ${key}, ${problem}`);
  }

  #begin(header: Header): void {
    const { format, layout, version, partitions } = header;
    if (format !== backupFormat || layout !== layoutVersion) {
      throw this.#wrong(
        `version ${version} wrote it in format ${format} of layout ${layout}; this version reads format ${backupFormat} of layout ${layoutVersion}`,
      );
    }
    if (partitions < 1) throw this.#wrong(`it has ${partitions} partitions`);
    this.#header = header;
  }

  #open(kind: string): PartitionCheck {
    if (this.#partition === undefined) throw this.#wrong(`it has a line of kind ${kind} outside a partition`);
    return this.#partition;
  }

  #endPartition(): void {
    if (this.#partition === undefined) return;
    this.#firstChanges.push(this.#partition.finish());
    this.#partition = undefined;
  }

  #wrong(what: string): BackupFileError {
    return new BackupFileError(`${this.#file} cannot be restored: ${what}`);
  }
}

class PartitionCheck {
  readonly #line: PartitionLine;
  readonly #partitions: number;
  readonly #wrong: (what: string) => BackupFileError;
  /** Object -> owner. */
  readonly #owners = new Map<string, number | null>();
  readonly #counts: Record<string, number> = {};
  /** Index and value -> object. */
  readonly #taken = new Map<string, string>();
  readonly #references: { readonly from: string; readonly to: string; readonly owner: number | null }[] = [];
  #firstChange = 0;
  #lastChange = 0;

  constructor(line: PartitionLine, partitions: number, wrong: (what: string) => BackupFileError) {
    this.#line = line;
    this.#partitions = partitions;
    this.#wrong = wrong;
  }

  addObject(object: ObjectLine, keepsUnreadable: boolean): void {
    const { service, id, member_id: owner, hash } = object;
    const name = nameOf(service, id);
    const definition = definitionOf(service);
    if (definition === undefined) throw this.#wrong(`this version does not know the service of ${name}`);
    if (this.#owners.has(name)) throw this.#wrong(`it has ${name} twice`);
    this.#owners.set(name, owner);
    this.#counts[service] = (this.#counts[service] ?? 0) + 1;
    if (Number(hash['_revision']) > this.#line.revision) {
      throw this.#wrong(`${name} is of revision ${hash['_revision']}, its partition ends at ${this.#line.revision}`);
    }
    const problem = findHashProblem(object);
    if (problem !== null) {
      if (keepsUnreadable) return;
      throw this.#wrong(`${name} cannot be read by this version (${problem}); --keep-unreadable restores it as it is`);
    }
    const missing = definition.secrets.filter((secret) => hash[`_${secret.name}`] === undefined);
    if (missing.length > 0) throw this.#wrong(`${name} lacks its secret`);
    const placed =
      definition.owner === 'member' && owner === null ? null : place(definition, owner, id, this.#partitions);
    if (placed?.partition !== this.#line.partition || placed.memberId !== owner) {
      throw this.#wrong(`${name} of member ${owner ?? 'none'} is in partition ${this.#line.partition}`);
    }
    for (const { key, field, value } of indexEntriesOf(definition, this.#line.partition, owner, object)) {
      if (value === null) continue;
      const taken = `${key} ${field}`;
      const other = this.#taken.get(taken);
      if (other !== undefined) {
        throw this.#wrong(`${name} and ${other} have the same value of ${key.slice(key.lastIndexOf(':') + 1)}`);
      }
      this.#taken.set(taken, name);
    }
    for (const { field, service: to } of definition.references) {
      const target = hash[field];
      if (target !== undefined) this.#references.push({ from: name, to: `${to}:${target}`, owner });
    }
  }

  addChange({ revision, fields }: ChangeLine): void {
    if (this.#firstChange === 0) this.#firstChange = revision;
    else if (revision !== this.#lastChange + 1) {
      throw this.#wrong(`change ${revision} of partition ${this.#line.partition} follows change ${this.#lastChange}`);
    }
    try {
      readChangeEntry(revision, fields);
    } catch (error) {
      throw this.#wrong(`of partition ${this.#line.partition}, ${(error as Error).message}`);
    }
    this.#lastChange = revision;
  }

  forgetChanges(): void {
    this.#firstChange = 0;
  }

  /** Gives the first change. */
  finish(): number {
    const { partition, revision, objects } = this.#line;
    if (this.#lastChange !== 0 && this.#lastChange !== revision) {
      throw this.#wrong(
        `the changes of partition ${partition} end at ${this.#lastChange}, its revision is ${revision}`,
      );
    }
    for (const service of new Set([...Object.keys(objects), ...Object.keys(this.#counts)])) {
      const [found = 0, said = 0] = [this.#counts[service], objects[service]];
      if (found !== said)
        throw this.#wrong(`partition ${partition} has ${found} objects of ${service}, its line says ${said}`);
    }
    const dangling = this.#references.find(({ to, owner }) => this.#owners.get(to) !== owner);
    if (dangling !== undefined)
      throw this.#wrong(`${dangling.from} refers to ${dangling.to}, which its member does not have`);
    return this.#firstChange;
  }
}
