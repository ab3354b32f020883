import {
  createImportResponseSchema,
  createImportBodySchema,
  importsResponseSchema,
  importsQuerySchema,
} from '@/lib/contract/imports';
import { normaliseMailAddress } from '@/lib/contract/mail-address';
import { type Role, roleAtLeast } from '@/lib/contract/roles';
import { LandfallError } from '@/lib/core/errors';
import { created } from '@/lib/http/reply';
import { createImport, toCreateResponse } from '@/lib/imports/creation/create-import';
import { listImports } from '@/lib/imports/list/list-imports';
import { lookUpUsername } from '@/lib/imports/lookup/look-up-username';
import { route } from '@/lib/server';
import { startFullMigration } from '@/lib/sponsorship/start-full-migration';

/** With a username: a lookup at the service. Without: the stored list. */
export const GET = route(
  { id: 'imports.list', query: importsQuerySchema, response: importsResponseSchema },
  ({ landfall, caller, environment, query }) => {
    const { destination_username: given, ...filter } = query;
    const username = given?.trim() ?? '';
    return username === ''
      ? listImports(landfall.imports, environment, filter)
      : lookUpUsername(landfall.imports, { caller, environment, username });
  },
);

/** A key has no role. */
function findDenialReason(
  role: Role | undefined,
  { start_full, replaces }: { start_full: boolean; replaces?: string | undefined },
): string | undefined {
  if (role === undefined) {
    const isForStaff = start_full || replaces !== undefined;
    return isForStaff ? 'A key cannot use start_full or replaces. Staff do this in Landfall.' : undefined;
  }
  const mayPay = !start_full || roleAtLeast(role, 'approver');
  return mayPay ? undefined : `This needs the role approver. Your role is ${role}.`;
}

/**
 * `start_full` commits to paying, so it needs an approver and goes through sponsorship. Repeatable, because a second run
 * finds the attempt of the first.
 */
export const POST = route(
  { id: 'imports.create', body: createImportBodySchema, response: createImportResponseSchema, repeatable: true },
  async ({ landfall, caller, staff, environment, operationId, body }) => {
    const {
      attempt = operationId,
      reason,
      start_full,
      replaces,
      language,
      contact_email: contactEmail = '',
      ...rest
    } = body;
    const denialReason = findDenialReason(staff?.role, body);
    if (denialReason !== undefined) {
      await landfall.auth.recordDeniedCall({ caller, route: 'imports.create', reason: denialReason });
      throw new LandfallError('forbidden', denialReason);
    }
    const fields = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '' && value !== undefined));
    const input = {
      caller,
      environment,
      attempt,
      contactEmail: normaliseMailAddress(contactEmail) || null,
      language: language ?? null,
      fields: { ...fields, source_tool: rest.source_tool },
    };
    if (!start_full)
      return created(toCreateResponse(await createImport(landfall.creation, { ...input, replaces: replaces ?? null })));
    const paid = { ...input, reason, fields: { ...input.fields, start_full: true } };
    return created(toCreateResponse(await startFullMigration(landfall.sponsorship, landfall.creation, paid)));
  },
);
