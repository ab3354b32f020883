import { checkRedirectUrl } from '../check-redirect-url';
import type { Dialect } from '../dialect';
import { followPath } from '../find-field';
import { takeAddress } from '../find-subject';
import { readCreatedImport } from '../read-created-import';
import { readListedImports } from '../read-listed-imports';
import type { CaseNotes } from './case-notes';
import type { Probe } from './create-probe';
import { findSourceTool } from './find-source-tool';
import { shapeOfCreated } from './trace-shapes';

/** Its static answers show how a list and an import look. */
export async function lookAtAnswers(
  sandbox: Pick<Probe, 'get'>,
  dialect: Dialect,
  notes: CaseNotes,
  username: string,
): Promise<void> {
  const list = await sandbox.get(`/imports?destination_username=${encodeURIComponent(username)}`);
  if (!list.ok) {
    notes.say('sandbox', 'note', `Its list of imports could not be read. ${list.error.person}`);
    return;
  }
  notes.seeListed(list.json);
  const id = readListedImports(list.json, dialect).value[0]?.id ?? '1';
  const detail = await sandbox.get(`/imports/${encodeURIComponent(id)}`);
  if (detail.ok) notes.seeDetailed(detail.json, id);
  else notes.say('sandbox', 'note', `Its answer about one import could not be read. ${detail.error.person}`);
}

export interface SandboxParts {
  sandbox: Pick<Probe, 'post'>;
  dialect: Dialect;
  notes: CaseNotes;
  /** What the sandbox answered when asked for its tools. */
  tools: unknown;
  username: string;
  apiUrls: readonly string[];
  allowed: { hosts: readonly string[]; serviceUrl: string };
}

/** Which value is `source_tool`, and where a customer would be sent. True when the sandbox says it created something. */
export async function tryCreation(parts: SandboxParts): Promise<boolean> {
  const { dialect, notes, apiUrls } = parts;
  const found = await findSourceTool(parts);
  switch (found.outcome) {
    case 'failed':
      notes.say('source_tool', 'bad', `The sandbox could not be asked. ${found.says}`);
      break;
    case 'refused':
      notes.say('source_tool', 'bad', found.says);
      notes.questions.push('Which value of a source tool belongs into source_tool.');
      break;
    case 'not_validated':
      notes.say('source_tool', 'note', found.says);
      break;
    default:
      notes.toolValue = found.toolValue ?? dialect.toolValue;
      notes.say('source_tool', 'good', found.says);
      if (notes.toolValue !== dialect.toolValue)
        notes.say(
          'source_tool',
          'bad',
          `Landfall would send the ${dialect.toolValue}; the dialect file corrects that.`,
        );
  }
  if (found.created === null) return false;
  const { json } = found.created;
  const shape = shapeOfCreated(json, dialect, apiUrls);
  notes.see('created', shape, (using) => readCreatedImport(json, using, apiUrls));
  const path = shape.names['redirectUrl']?.path;
  judgeRedirect(parts, path === undefined ? undefined : takeAddress(followPath(json, path), 'own'));
  return true;
}

function judgeRedirect({ notes, allowed }: SandboxParts, address: string | undefined): void {
  if (address === undefined) {
    notes.say('redirect', 'bad', 'The creation answer of the sandbox names no page to send the customer to.');
    return;
  }
  const check = checkRedirectUrl(address, allowed);
  if (check.ok) {
    notes.say('redirect', 'good', `Customers are sent to ${new URL(check.url).hostname}, which is allowed.`);
    return;
  }
  notes.say('redirect', 'bad', check.reason);
  if (check.fault !== 'host' || check.host === null) return;
  notes.hostsToAllow.push(check.host);
  notes.questions.push(`Which hosts you send customers to; your sandbox names ${check.host}.`);
}
