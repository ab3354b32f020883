import type { Caller } from '../contract/caller';
import { readRedirectUrl } from '../imports/creation/create-import';
import { findAttemptOfImport, type AttemptRow } from '../store/creation-attempts';
import { sendWish, type Started } from './start-migration';
import type { StartParts } from './start-parts';
import { takeLinkTurn } from './take-turn';

/**
 * An import that was found after its answer was lost has no migration address, and the interface gives no second way to
 * one. So its customer may knowingly start again, with the same wish; the first is put aside and linked.
 */
export async function startAgain(
  parts: StartParts,
  input: { caller: Caller; linkToken: string; attempt: string },
): Promise<Started> {
  const opened = parts.links.openMigration(input.linkToken);
  if (!opened.ok) return { kind: 'page' };
  const { importId } = opened.link;
  const before = await findRestartable(parts, importId);
  if (!before) return { kind: 'page' };
  if (!(await takeLinkTurn(parts, `again ${importId}`))) return { kind: 'busy' };
  return sendWish(parts, {
    caller: input.caller,
    attempt: input.attempt,
    replaces: before.id,
    linkId: before.linkId,
    visitorId: before.visitorId,
    fields: {
      source_tool: before.tool,
      ...(before.username === null ? {} : { destination_username: before.username }),
      ...(before.instanceUrl === null ? {} : { destination_instance_url: before.instanceUrl }),
      ...(before.family === null ? {} : { family: before.family }),
    },
  });
}

/** The lost attempt behind an import that its customer cannot go on with. */
export async function findRestartable(
  parts: Pick<StartParts, 'database' | 'sealer' | 'redirect'>,
  importId: string,
): Promise<AttemptRow | undefined> {
  const attempt = await findAttemptOfImport(parts.database.db, 'live', importId);
  if (attempt?.state !== 'adopted' || attempt.startFull) return undefined;
  return (await readRedirectUrl(parts, 'live', importId)) === null ? attempt : undefined;
}
