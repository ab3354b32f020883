import { appendAudit } from '../../audit/append-audit';
import { actorName, type Caller } from '../../contract/caller';
import { isWebUrl } from '../../contract/complete-url';
import type { Environment } from '../../contract/environment';
import type { FillInBody } from '../../contract/imports';
import { isMailAddress, normaliseMailAddress } from '../../contract/mail-address';
import { LandfallError } from '../../core/errors';
import { recordChange } from '../../store/events/changes';
import { insertImportFacts } from '../../store/imports/import-facts';
import { getImport } from '../../store/imports/imports';
import { lockImports } from '../../store/imports/observations';
import { recordNewAddress } from '../../store/outbox/contacts';
import { listCustomerMessages } from '../../store/outbox/customer-imports';
import { truncate } from '../observations/observed-facts';
import { findErasedUsername } from '../erasures/find-erased';
import { lockErasures } from '../../store/data-protection/erasures';
import type { Db } from '../../store/database/database';
import type { ImportsDeps } from '../imports-deps';
import { rederive } from '../observations/rederive';

const fields = ['username', 'tool', 'family', 'instanceUrl'] as const;

/** Stores what staff know and the service does not report: customer, tool, family, instance. */
export async function fillInFacts(
  deps: Pick<ImportsDeps, 'database' | 'clock' | 'cipher' | 'observer'>,
  input: { caller: Caller; environment: Environment; importId: string; body: FillInBody },
): Promise<void> {
  const { environment, importId, body } = input;
  await deps.database.transaction(async (tx) => {
    await refuseErased(deps, tx, body.username);
    await lockImports(tx, environment, [importId]);
    const before = await getImport(tx, environment, importId);
    if (!before) throw new LandfallError('not_found');
    const given = fields.flatMap((field) => {
      const value = body[field]?.trim();
      return value === undefined || value === (before[field] ?? '') ? [] : [{ field, value: truncate(value, 2000) }];
    });
    if (given.length === 0) return;
    checkInstanceUrl(given);
    const source = { source: 'staff', by: truncate(actorName(input.caller.actor), 300), at: deps.clock.now() } as const;
    await insertImportFacts(
      tx,
      given.map((fact) => ({ environment, importId, ...fact, ...source })),
    );
    const [row] = await rederive(tx, environment, [importId]);
    checkFamily(given, row?.family ?? '');
    // A customer's list is polled instead of the import, or the other way round.
    if (row)
      await deps.observer.afterObserve?.(tx, [{ environment, importId, isNew: false, changed: true, before, row }]);
    if (environment === 'live' && row && isOtherAddress(before.username, row.username)) {
      const written = await listCustomerMessages(tx, [importId]);
      await recordNewAddress(tx, importId, written.length > 0);
    }
    await recordChange(tx, { kind: 'import', environment, subject: importId });
    await appendAudit(deps, tx, {
      caller: input.caller,
      action: 'import.facts_filled_in',
      environment,
      subject: importId,
      before: Object.fromEntries(given.map(({ field }) => [field, before[field]])),
      after: Object.fromEntries(given.map(({ field, value }) => [field, value])),
    });
  });
}

/** E-mails to the customer go to the username, so a corrected one may not have the link yet. */
function isOtherAddress(before: string | null, now: string | null): boolean {
  return now !== null && isMailAddress(now) && normaliseMailAddress(now) !== normaliseMailAddress(before ?? '');
}

function checkInstanceUrl(given: readonly { field: string; value: string }[]): void {
  const url = given.find(({ field }) => field === 'instanceUrl')?.value ?? '';
  if (url === '' || isWebUrl(url)) return;
  const message = 'Enter a web address, such as https://desk.example/acme.';
  throw new LandfallError('invalid', { errors: [{ field: 'instanceUrl', message }] });
}

/** Only the service's own family has priority over staff. */
function checkFamily(given: readonly { field: string; value: string }[], derived: string): void {
  if (given.every(({ field, value }) => field !== 'family' || value === derived)) return;
  const message = `The service reports “${derived}”, which cannot be changed here.`;
  throw new LandfallError('invalid', { errors: [{ field: 'family', message }] });
}

/** Polls by this username would store nothing. A new import makes the person a customer again. */
async function refuseErased(deps: Pick<ImportsDeps, 'cipher'>, tx: Db, username: string | undefined): Promise<void> {
  if (username === undefined) return;
  await lockErasures(tx, 'shared');
  const erased = await findErasedUsername(deps, tx, username);
  if (!erased) return;
  const message = `This customer was erased on ${erased.at.toISOString().slice(0, 10)}. Create a new import instead.`;
  throw new LandfallError('invalid', { errors: [{ field: 'username', message }] });
}
