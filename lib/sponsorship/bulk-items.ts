import { z } from 'zod';
import { bulkItemSchema, type BulkItem } from '../contract/bulk';
import type { BulkRunRow } from '../store/sponsorship/bulk-runs';
import type { DecisionRow } from '../store/sponsorship/decisions';

const itemsSchema = z.array(bulkItemSchema);

export function parseItems(run: Pick<BulkRunRow, 'items'>): BulkItem[] {
  return itemsSchema.parse(run.items);
}

/** For a run that ends before all of its items are decided. */
export function endWaiting(
  run: Pick<BulkRunRow, 'items'>,
  { state, says }: { state: 'blocked' | 'withdrawn'; says: string },
): BulkItem[] {
  return parseItems(run).map((item) => (item.state === 'waiting' ? { ...item, state, says } : item));
}

/** Reads the state from the decisions, which may have changed since the run: delayed sends, resolved outcomes. */
export function currentItems(run: Pick<BulkRunRow, 'items'>, decisions: readonly DecisionRow[]): BulkItem[] {
  const byImport = new Map(decisions.map((row) => [row.importId, row]));
  return parseItems(run).map((item) => {
    const row = byImport.get(item.importId);
    return row ? withDecision(item, row) : item;
  });
}

export function withDecision(item: BulkItem, row: DecisionRow): BulkItem {
  switch (row.state) {
    case 'confirmed':
    case 'refused':
    case 'unknown':
    case 'proposed':
      return { ...item, state: row.state, says: row.outcome };
    case 'resolved':
      return row.resolution === 'settled_done'
        ? { ...item, state: 'confirmed', says: `Settled by ${row.resolvedBy}: carried out.` }
        : { ...item, state: 'refused', says: `Settled by ${row.resolvedBy}: not carried out.` };
    case 'withdrawn':
      return { ...item, state: 'withdrawn', says: `Withdrawn by ${row.resolvedBy}.` };
    case 'approved':
      return { ...item, state: 'held', says: row.outcome };
    case 'sending':
      return { ...item, state: 'sending', says: row.outcome };
  }
}
