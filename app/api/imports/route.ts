import {
  createImportResponseSchema,
  createImportBodySchema,
  importsResponseSchema,
  importsQuerySchema,
} from '@/lib/contract/imports';
import { created } from '@/lib/http/reply';
import { requireRole } from '@/lib/http/require-role';
import { createImport } from '@/lib/imports/creation/create-import';
import { toCreateAnswer } from '@/lib/imports/creation/to-create-answer';
import { listImports } from '@/lib/imports/list/list-imports';
import { lookUpUsername } from '@/lib/imports/lookup/look-up-username';
import { route } from '@/lib/server';
import { startFullMigration } from '@/lib/sponsorship/start-full-migration';

/** With a username the service is asked and what it says recorded; without one, what we know, a page at a time. */
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

/** `start_full` commits to paying, so it goes to sponsorship, and asks for an approver. */
export const POST = route(
  { id: 'imports.create', body: createImportBodySchema, response: createImportResponseSchema },
  async ({ landfall, caller, staff, environment, body }) => {
    const { attempt, reason, start_full, override_budget: overrideBudget, replaces, ...rest } = body;
    const fields = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '' && value !== undefined));
    const input = { caller, environment, attempt, fields: { ...fields, source_tool: rest.source_tool } };
    if (!start_full)
      return created(toCreateAnswer(await createImport(landfall.creation, { ...input, replaces: replaces ?? null })));
    requireRole(staff, 'approver');
    const paid = { ...input, reason, overrideBudget, fields: { ...input.fields, start_full: true } };
    return created(toCreateAnswer(await startFullMigration(landfall.sponsorship, landfall.creation, paid)));
  },
);
