/** One format for both databases: a backup, its restore and a move differ only in where a snapshot comes from and goes. */
export interface SnapshotHeader {
  format: 1;
  /** On the database clock: everything committed before is in it. */
  takenAt: string;
  engine: 'pglite' | 'postgres';
  /** Hashes of the migrations, in order: the version of the schema. */
  migrations: string[];
  /** The last entry of the audit log. Its key is needed to read the restored data. Null before the first entry. */
  auditHead: { seq: number; hash: string; keyId: string } | null;
  /** Whether the database is for the simulator or for live. Null if the app never started with it. */
  purpose: string | null;
  /** In an order in which each row comes after the rows that it refers to. */
  tables: { name: string; columns: { name: string; type: string }[] }[];
  /** Last values, so that no id is used a second time. */
  sequences: { name: string; value: string }[];
}

export type RowCounts = Readonly<Record<string, number>>;

/** Receives a snapshot: the header, batches of rows, then the number of rows of each table. */
export interface SnapshotSink {
  begin(header: SnapshotHeader): Promise<void>;
  /** Each row is a JSON array with one text or null per column, in the order of the header. */
  rows(table: string, rows: readonly string[]): Promise<void>;
  end(counts: RowCounts): Promise<void>;
}

/** Every other table is part of a backup. A test lists all tables and fails for a table that is not decided. */
export const leftOutTables: Readonly<Record<string, string>> = {
  sessions: 'everyone signs in again',
  passkey_challenges: 'valid for five minutes',
  throttle_hits: 'counts of recent attempts and e-mails',
  request_budget: 'the rate limit on the clock of one database; created on first use',
  changes: 'read by open pages, which load again',
};
