import { environments, type Environment } from '../../contract/environment';
import { staffEvents } from '../../contract/staff-events';
import type { Db } from '../../store/database/database';
import { getImports } from '../../store/imports/imports';
import type { StaffReport } from '../message-content';
import type { NoticeBatch } from './notice';

type Usernames = ReadonlyMap<Environment, ReadonlyMap<string, string | null>>;

/** The current usernames of the imports in these reports. */
export async function readUsernames(tx: Db, reports: readonly StaffReport[]): Promise<Usernames> {
  const items = reports.flatMap((report) => report.items);
  const result = new Map<Environment, Map<string, string | null>>();
  for (const environment of environments) {
    const ids = items.flatMap((item) => (item.environment === environment ? (item.importId ?? []) : []));
    const imports = await getImports(tx, environment, [...new Set(ids)]);
    result.set(environment, new Map(imports.map(({ id, username }) => [id, username])));
  }
  return result;
}

/** Kinds in the order of the list of events, because a subject has only the first ones. */
export function toBatch({ counts, items }: StaffReport, usernames: Usernames): NoticeBatch {
  return {
    counts: counts.toSorted((a, b) => staffEvents.indexOf(a.kind) - staffEvents.indexOf(b.kind)),
    notices: items.map(({ atMs, ...item }) => ({
      ...item,
      username: item.importId === null ? null : (usernames.get(item.environment)?.get(item.importId) ?? null),
      at: new Date(atMs),
    })),
  };
}
