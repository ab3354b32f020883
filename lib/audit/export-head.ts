import { open } from 'node:fs/promises';
import { z } from 'zod';
import type { Clock } from '../core/clock';
import type { Database } from '../store/database/database';
import { readInstallationValue, writeInstallationValue } from '../store/database/installation';
import { listAuditAfter, readAuditHead } from '../store/events/audit';

/** One line of the file, or the body of the request. */
export const exportedHeadSchema = z.object({
  at: z.iso.datetime(),
  seq: z.int(),
  hash: z.string().max(64),
  mac: z.string().max(64),
  keyId: z.string().max(16),
  origin: z.string().max(300),
});
export type ExportedHead = z.infer<typeof exportedHeadSchema>;

export interface HeadExport {
  database: Database;
  clock: Clock;
  publicOrigin: string;
  target: { file: string } | { url: string };
  fetch: typeof fetch;
}

const key = 'exported audit head';
const timeoutMs = 10_000;

/** Writes the head to where the owner of the database cannot change it, unless the last one is there already. */
export async function exportHead(deps: HeadExport, signal: AbortSignal): Promise<void> {
  const { database, clock, publicOrigin } = deps;
  const head = await readAuditHead(database.db);
  const [entry] = head ? await listAuditAfter(database.db, head.seq - 1, 1) : [];
  if (!entry) return;
  const { seq, hash, mac, keyId } = entry;
  const exported = await readInstallationValue(database.db, key);
  if (exported?.value === hash) return;
  const at = clock.now();
  await send(deps, { at: at.toISOString(), seq, hash, mac, keyId, origin: publicOrigin }, signal);
  await writeInstallationValue(database.db, { key, value: hash, at });
}

async function send({ target, fetch }: HeadExport, head: ExportedHead, signal: AbortSignal): Promise<void> {
  const text = JSON.stringify(head);
  if ('file' in target) {
    const file = await open(/* turbopackIgnore: true */ target.file, 'a', 0o600);
    try {
      await file.appendFile(`${text}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    return;
  }
  const response = await fetch(target.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`AUDIT_HEADS answered ${response.status}`);
}
