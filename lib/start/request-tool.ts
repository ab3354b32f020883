import type { Caller } from '../contract/caller';
import { completeUrl, isWebUrl } from '../contract/complete-url';
import { isMailAddress, normaliseMailAddress } from '../contract/mail-address';
import type { ToolRequestForm } from '../contract/tool-requests';
import { recordChange } from '../store/events/changes';
import { insertToolRequest } from '../store/imports/tool-requests';
import { recordStaffEvent } from '../store/outbox/events';
import { checkLinkRateLimit, checkOpenRateLimit } from './check-rate-limit';
import { deriveId } from './derive-id';
import { openStartLink } from './open-start-link';
import type { StartDeps } from './start-deps';

type ToolRequestField = 'tool' | 'url' | 'email';
type ToolRequestResult = { kind: 'filed' | 'busy' | 'page' } | { kind: 'invalid'; fields: ToolRequestField[] };

/** For a tool that the list does not have. Staff see it on their page of tool requests. */
export async function requestTool(
  deps: StartDeps,
  { caller, form }: { caller: Caller; form: ToolRequestForm },
): Promise<ToolRequestResult> {
  const opened = form.link === undefined ? null : await openStartLink(deps, form.link);
  const mayRequest = opened === null ? deps.startPage === 'open' : opened.kind === 'form';
  if (!mayRequest) return { kind: 'page' };
  // People do not see the field `website`; bots fill it in.
  if (form.website !== '') return { kind: 'busy' };
  const [tool, url, email] = [form.tool.trim(), completeUrl(form.url), normaliseMailAddress(form.email)];
  const fields: ToolRequestField[] = [
    ...(tool === '' ? (['tool'] as const) : []),
    ...(url !== '' && !isWebUrl(url) ? (['url'] as const) : []),
    ...(email !== '' && !isMailAddress(email) ? (['email'] as const) : []),
  ];
  if (fields.length > 0) return { kind: 'invalid', fields };
  const link = opened?.kind === 'form' ? opened.link : null;
  const isAllowed = link
    ? await checkLinkRateLimit(deps, `tool ${link.id}`)
    : await checkOpenRateLimit(deps, 'tool', caller.address);
  if (!isAllowed) return { kind: 'busy' };
  const message = form.message.trim();
  const id = deriveId([form.attempt, tool, url, message, email]);
  await deps.database.transaction(async (tx) => {
    const isNew = await insertToolRequest(tx, {
      id,
      at: deps.clock.now(),
      username: link?.username ?? null,
      tool,
      url,
      message,
      email: email === '' ? null : email,
      language: form.language ?? link?.language ?? null,
    });
    if (!isNew) return;
    await recordChange(tx, { kind: 'request', environment: 'live', subject: id });
    await recordStaffEvent(tx, {
      kind: 'tool_requested',
      environment: 'live',
      importId: null,
      text: 'A customer requested a tool that is not in the list.',
    });
  });
  return { kind: 'filed' };
}
