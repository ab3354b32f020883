import type { ToolRequestItem } from '../contract/tool-requests';
import { countOpenToolRequests, listToolRequests, type ToolRequestRow } from '../store/imports/tool-requests';
import type { StartDeps } from './start-deps';

const maxShown = 200;

export async function readToolRequests(
  { database: { db } }: Pick<StartDeps, 'database'>,
  state: 'open' | 'handled',
): Promise<{ requests: ToolRequestItem[]; openCount: number }> {
  const [rows, openCount] = await Promise.all([listToolRequests(db, state, maxShown), countOpenToolRequests(db)]);
  return { requests: rows.map(toItem), openCount };
}

function toItem({ at, handledAt, handledBy, note, ...row }: ToolRequestRow): ToolRequestItem {
  const handled = handledAt === null ? null : { at: handledAt.toISOString(), by: handledBy ?? '', note };
  return { ...row, at: at.toISOString(), handled };
}
