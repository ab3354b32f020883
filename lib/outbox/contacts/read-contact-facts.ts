import type { Db } from '../../store/database/database';
import { getImport } from '../../store/imports/imports';
import { listContacts, listStartedContacts } from '../../store/outbox/contacts';
import type { ContactFacts } from './resolve-contact';

/** Undefined if there is no such live import. */
export async function readContactFacts(
  db: Db,
  importId: string,
): Promise<(ContactFacts & { tool: string | null }) | undefined> {
  const record = await getImport(db, 'live', importId);
  if (!record) return undefined;
  const [row] = await listContacts(db, [importId]);
  const [started] = await listStartedContacts(db, [importId]);
  return { username: record.username, tool: record.tool, row, started };
}
