import { auditAccess } from '../../audit/append-audit';
import type { Caller } from '../../contract/caller';
import type { Environment } from '../../contract/environment';
import { LandfallError } from '../../core/errors';
import { readRedirectUrl } from '../creation/create-import';
import type { CreationDeps } from '../creation/creation-deps';

/** The URL is a secret, so every view is audited. */
export async function revealRedirectUrl(
  deps: Pick<CreationDeps, 'database' | 'clock' | 'cipher' | 'redirect'>,
  input: { caller: Caller; environment: Environment; importId: string },
): Promise<string> {
  const url = await readRedirectUrl(deps, input.environment, input.importId);
  if (url === null) {
    throw new LandfallError(
      'not_found',
      'We have no migration link for this import. The service sends the link only once, when an import is created here.',
    );
  }
  const { caller, environment, importId } = input;
  await auditAccess(deps, { caller, action: 'import.link_revealed', environment, subject: importId });
  return url;
}
