import { checkRedirectUrl } from '../check-redirect-url';
import type { Dialect } from '../dialect/dialect';
import { followPath } from '../dialect/find-field';
import { parseUrl } from '../dialect/find-subject';
import { readCreatedImport } from '../readers/read-created-import';
import { readListedImports } from '../readers/read-listed-imports';
import { readTools } from '../readers/read-tools';
import type { FindingsCollector } from './findings-collector';
import type { Probe, ProbeResult } from './create-probe';
import { shapeOfCreated } from './response-shapes';

export async function sampleResponses(
  sandbox: Pick<Probe, 'get'>,
  collector: FindingsCollector,
  username: string,
): Promise<void> {
  const list = await sandbox.get(`/imports?destination_username=${encodeURIComponent(username)}`);
  if (!list.ok) return collector.note('sandbox', `The list of imports cannot be read. ${list.error.userMessage}`);
  collector.addListedSample(list.json);
  const id = readListedImports(list.json, collector.dialect).value[0]?.id ?? '1';
  const detail = await sandbox.get(`/imports/${encodeURIComponent(id)}`);
  if (detail.ok) collector.addDetailedSample(detail.json, id);
  else collector.note('sandbox', `A single import cannot be read. ${detail.error.userMessage}`);
}

interface SandboxDeps {
  sandbox: Pick<Probe, 'post'>;
  collector: FindingsCollector;
  tools: unknown;
  username: string;
  apiUrls: readonly string[];
  allowed: { hosts: readonly string[]; serviceUrl: string };
}

/** Finds out which value is `source_tool` and where customers are redirected. True when the sandbox accepted a creation. */
export async function tryCreation(deps: SandboxDeps): Promise<boolean> {
  const { collector, apiUrls } = deps;
  const { dialect } = collector;
  const found = await findSourceTool(deps);
  switch (found.outcome) {
    case 'failed':
      collector.bad('source_tool', `The test of the sandbox failed. ${found.message}`);
      break;
    case 'refused':
      collector.bad('source_tool', found.message);
      collector.questions.push('Which value of a tool do you expect in source_tool?');
      break;
    case 'not_validated':
      collector.note('source_tool', found.message);
      break;
    default:
      collector.toolValue = found.toolValue ?? dialect.toolValue;
      collector.good('source_tool', found.message);
      if (collector.toolValue !== dialect.toolValue)
        collector.bad(
          'source_tool',
          `Landfall would send the ${dialect.toolValue}. The proposed field names correct that.`,
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
  if (address === undefined)
    return collector.bad('redirect', 'The sandbox does not return the address to send customers to.');
  const check = checkRedirectUrl(address, allowed);
  if (check.ok)
    return collector.good('redirect', `Customers are sent to ${new URL(check.url).hostname}, which is allowed.`);
  collector.bad('redirect', check.reason);
  if (check.problem !== 'host' || check.host === null) return;
  collector.hostsToAllow.push(check.host);
  collector.questions.push(`Which hosts do you send customers to? Your sandbox returns ${check.host}.`);
}

type ToolValue = Dialect['toolValue'];

interface SourceToolFinding {
  readonly toolValue: ToolValue | null;
  readonly outcome: 'accepted' | 'only_other_fields' | 'refused' | 'not_validated' | 'failed';
  readonly message: string;
  readonly created: Extract<ProbeResult, { ok: true }> | null;
}

const unknownTool = 'landfall-doctor-no-such-tool';
const maxTools = 3;

/** Sends creations to the sandbox until one is accepted. It must refuse the first, which names an unknown tool. */
async function findSourceTool(deps: SandboxDeps): Promise<SourceToolFinding> {
  const send = (value: string) =>
    deps.sandbox.post('/imports', { source_tool: value, destination_username: deps.username });
  const unknown = await send(unknownTool);
  if (unknown.ok)
    return {
      toolValue: null,
      outcome: 'not_validated',
      message: `The sandbox accepts even unknown tools, so the right value cannot be found. Landfall sends the ${deps.collector.dialect.toolValue}.`,
      created: unknown,
    };
  if (unknown.error.code !== 'service_invalid') return failed(unknown.error.userMessage);

  let message = unknown.error.userMessage;
  for (const { toolValue, value } of valuesToTry(deps.tools, deps.collector.dialect)) {
    const response = await send(value);
    const called = `the ${toolValue} of a tool (${value})`;
    if (response.ok)
      return {
        toolValue,
        outcome: 'accepted',
        message: `The sandbox accepts ${called} as source_tool.`,
        created: response,
      };
    if (response.error.code !== 'service_invalid') return failed(response.error.userMessage);
    message = response.error.userMessage;
    const fields = response.error.errors.map(({ field }) => field);
    if (fields.length > 0 && fields.every((field) => field !== '' && field !== 'source_tool'))
      return {
        toolValue,
        outcome: 'only_other_fields',
        message: `The sandbox accepts ${called} as source_tool, but requires more: ${message}`,
        created: null,
      };
  }
  return {
    toolValue: null,
    outcome: 'refused',
    message: `The sandbox refuses all of its own tools as source_tool: ${message}`,
    created: null,
  };
}

function failed(message: string): SourceToolFinding {
  return { toolValue: null, outcome: 'failed', message, created: null };
}

function valuesToTry(tools: unknown, dialect: Dialect): { toolValue: ToolValue; value: string }[] {
  const kinds = [...new Set<ToolValue>([dialect.toolValue, 'name', 'slug', 'label'])];
  const tries: { toolValue: ToolValue; value: string }[] = [];
  const lists = kinds.map((toolValue) => ({ toolValue, read: readTools(tools, { ...dialect, toolValue }).value }));
  for (let index = 0; index < maxTools; index += 1) {
    for (const { toolValue, read } of lists) {
      const value = read[index]?.value;
      if (value !== undefined && !tries.some((other) => other.value === value)) tries.push({ toolValue, value });
    }
  }
  return tries;
}
