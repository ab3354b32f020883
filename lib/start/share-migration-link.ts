import { appendAudit } from '../audit/append-audit';
import type { Caller } from '../contract/caller';
import type { Environment } from '../contract/environment';
import { LandfallError } from '../core/errors';
import { getImport } from '../store/imports/imports';
import { issueMigrationToken } from './customer-links';
import type { StartDeps } from './start-deps';

export async function shareMigrationLink(
  deps: StartDeps,
  input: { caller: Caller; environment: Environment; importId: string },
): Promise<string> {
  const { environment, importId } = input;
  if (environment !== 'live') {
    throw new LandfallError('not_found', 'The sandbox has no customers, so there is no page for them.');
  }
  await deps.database.transaction(async (tx) => {
    if (!(await getImport(tx, environment, importId))) throw new LandfallError('not_found');
    await appendAudit(deps, tx, {
      caller: input.caller,
      action: 'import.customer_link_made',
      environment,
      subject: importId,
    });
  });
  return `${deps.publicOrigin}/m/${issueMigrationToken(deps, importId)}`;
}
