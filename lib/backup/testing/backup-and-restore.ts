import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { generateKey, type Cipher } from '../../core/cipher';
import { systemClock } from '../../core/clock';
import { silentLog } from '../../core/log';
import { writeSnapshot } from '../../store/backup/write-snapshot';
import type { SnapshotSink } from '../../store/backup/snapshot';
import type { Database } from '../../store/database/database';
import { readBackupFile, writeBackupFile } from '../backup-file';
import { loadSnapshot, type LoadOptions, type Target } from '../load-snapshot';

export const backupKey = generateKey();

/** `change` can act while the snapshot is read. */
export async function makeBackup(
  database: Database,
  change: (sink: SnapshotSink) => SnapshotSink = (sink) => sink,
): Promise<Buffer> {
  const out = new PassThrough();
  const writing = writeBackupFile(out, backupKey, (sink) => writeSnapshot(database, change(sink)));
  const [file] = await Promise.all([buffer(out), writing]);
  return file;
}

export function restoreBackup(
  file: Buffer,
  target: Target,
  options: { cipher: Cipher } & Partial<Omit<LoadOptions, 'target' | 'cipher'>>,
) {
  return loadSnapshot({
    kind: 'restore',
    clock: systemClock,
    log: silentLog,
    read: (sink) => readBackupFile(Readable.from([file]), [backupKey], sink),
    ...options,
    target,
  });
}
