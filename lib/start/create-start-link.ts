import { appendAudit } from '../audit/append-audit';
import { actorName, type Caller } from '../contract/caller';
import { isWebUrl } from '../contract/complete-url';
import type { StartLinkResponse, StartLinkBody } from '../contract/start';
import { LandfallError } from '../core/errors';
import { insertStartLink } from '../store/imports/start-links';
import { issueStartToken } from './customer-links';
import type { StartDeps } from './start-deps';

/** The link contains its data, encrypted. The row stores who created it and what it was used for. */
export async function createStartLink(
  deps: StartDeps,
  input: { caller: Caller; body: StartLinkBody },
): Promise<StartLinkResponse> {
  if (deps.startPage === 'off') {
    throw new LandfallError('conflict', 'The start page is switched off (START_PAGE).');
  }
  const { body } = input;
  if (body.instanceUrl !== undefined && !isWebUrl(body.instanceUrl)) {
    throw new LandfallError('invalid', {
      errors: [{ field: 'instanceUrl', message: 'Must be a full address, such as https://desk.example/acme' }],
    });
  }
  const now = deps.clock.now();
  const id = deps.newId();
  const link = {
    id,
    username: body.username.trim(),
    instanceUrl: body.instanceUrl ?? null,
    tools: body.tools ?? null,
    family: body.family ?? null,
    language: body.language ?? null,
    oneUse: body.oneUse,
    expiresAt: new Date(now.getTime() + body.expiresInS * 1000).toISOString(),
  };
  await deps.database.transaction(async (tx) => {
    await insertStartLink(tx, {
      ...link,
      expiresAt: new Date(link.expiresAt),
      createdBy: actorName(input.caller.actor),
      staffId: input.caller.actor.kind === 'staff' ? input.caller.actor.id : null,
      createdAt: now,
    });
    await appendAudit(deps, tx, {
      caller: input.caller,
      action: 'link.made',
      environment: 'live',
      subject: link.username,
      after: { link: id, expiresAt: link.expiresAt, oneUse: link.oneUse },
    });
  });
  // Also in the address, so that the page need not redirect to it.
  const query = link.language === null ? '' : `?lang=${link.language}`;
  return { url: `${deps.publicOrigin}/start/${issueStartToken(deps, link)}${query}`, expiresAt: link.expiresAt };
}
