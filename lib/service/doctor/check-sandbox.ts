import { checkRedirectUrl } from '../check-redirect-url';
import type { Dialect } from '../dialect/dialect';
import { followPath } from '../dialect/find-field';
import { parseUrl } from '../dialect/find-subject';
import { readCreatedImport } from '../readers/read-created-import';
import { readListedImports } from '../readers/read-listed-imports';
import type { FindingsCollector } from './findings-collector';
import type { Probe } from './create-probe';
import { findSourceTool } from './find-source-tool';
import { shapeOfCreated } from './response-shapes';

export async function sampleResponses(
  sandbox: Pick<Probe, 'get'>,
  dialect: Dialect,
  collector: FindingsCollector,
  username: string,
): Promise<void> {
  const list = await sandbox.get(`/imports?destination_username=${encodeURIComponent(username)}`);
  if (!list.ok) {
    collector.addFinding('sandbox', 'note', `Its list of imports could not be read. ${list.error.userMessage}`);
    return;
  }
  collector.addListedSample(list.json);
  const id = readListedImports(list.json, dialect).value[0]?.id ?? '1';
  const detail = await sandbox.get(`/imports/${encodeURIComponent(id)}`);
  if (detail.ok) collector.addDetailedSample(detail.json, id);
  else
    collector.addFinding(
      'sandbox',
      'note',
      `Its answer about one import could not be read. ${detail.error.userMessage}`,
    );
}

export interface SandboxDeps {
  sandbox: Pick<Probe, 'post'>;
  dialect: Dialect;
  collector: FindingsCollector;
  tools: unknown;
  username: string;
  apiUrls: readonly string[];
  allowed: { hosts: readonly string[]; serviceUrl: string };
}

/** Finds out which value is `source_tool` and where customers are redirected. True when the sandbox accepted a creation. */
export async function tryCreation(deps: SandboxDeps): Promise<boolean> {
  const { dialect, collector, apiUrls } = deps;
  const found = await findSourceTool(deps);
  switch (found.outcome) {
    case 'failed':
      collector.addFinding('source_tool', 'bad', `The sandbox could not be asked. ${found.message}`);
      break;
    case 'refused':
      collector.addFinding('source_tool', 'bad', found.message);
      collector.questions.push('Which value of a source tool belongs into source_tool.');
      break;
    case 'not_validated':
      collector.addFinding('source_tool', 'note', found.message);
      break;
    default:
      collector.toolValue = found.toolValue ?? dialect.toolValue;
      collector.addFinding('source_tool', 'good', found.message);
      if (collector.toolValue !== dialect.toolValue)
        collector.addFinding(
          'source_tool',
          'bad',
          `Landfall would send the ${dialect.toolValue}; the dialect file corrects that.`,
        );
  }
  if (found.created === null) return false;
  const { json } = found.created;
  const shape = shapeOfCreated(json, dialect, apiUrls);
  collector.addSample('created', shape, (using) => readCreatedImport(json, using, apiUrls));
  const path = shape.fields['redirectUrl']?.path;
  checkRedirect(deps, path === undefined ? undefined : parseUrl(followPath(json, path), 'own'));
  return true;
}

function checkRedirect({ collector, allowed }: SandboxDeps, address: string | undefined): void {
  if (address === undefined) {
    collector.addFinding(
      'redirect',
      'bad',
      'The creation answer of the sandbox names no page to send the customer to.',
    );
    return;
  }
  const check = checkRedirectUrl(address, allowed);
  if (check.ok) {
    collector.addFinding('redirect', 'good', `Customers are sent to ${new URL(check.url).hostname}, which is allowed.`);
    return;
  }
  collector.addFinding('redirect', 'bad', check.reason);
  if (check.problem !== 'host' || check.host === null) return;
  collector.hostsToAllow.push(check.host);
  collector.questions.push(`Which hosts you send customers to; your sandbox names ${check.host}.`);
}
