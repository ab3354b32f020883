import type { Environment } from '../../contract/environment';
import { listRecentTools } from '../../store/imports/creation-attempts';
import type { CreationDeps } from './creation-deps';

export function readRecentTools(
  { database }: Pick<CreationDeps, 'database'>,
  input: { environment: Environment; staffId: string },
): Promise<string[]> {
  return listRecentTools(database.db, input.environment, input.staffId, 6);
}
