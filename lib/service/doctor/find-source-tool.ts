import type { Dialect } from '../dialect/dialect';
import { readTools } from '../readers/read-tools';
import type { Probe, ProbeResult } from './create-probe';

type ToolValue = Dialect['toolValue'];

export interface SourceToolFinding {
  readonly toolValue: ToolValue | null;
  readonly outcome: 'accepted' | 'only_other_fields' | 'refused' | 'not_validated' | 'failed';
  readonly message: string;
  readonly created: Extract<ProbeResult, { ok: true }> | null;
}

const unknownTool = 'landfall-doctor-no-such-tool';
const maxTools = 3;

/** Sends creations to the sandbox until one is accepted. It must refuse the first, which names an unknown tool. */
export async function findSourceTool(deps: {
  sandbox: Pick<Probe, 'post'>;
  tools: unknown;
  dialect: Dialect;
  username: string;
}): Promise<SourceToolFinding> {
  const send = (value: string) =>
    deps.sandbox.post('/imports', { source_tool: value, destination_username: deps.username });
  const unknown = await send(unknownTool);
  if (unknown.ok)
    return {
      toolValue: null,
      outcome: 'not_validated',
      message: `The sandbox accepts even a tool that does not exist, so it cannot tell which value is right; the ${deps.dialect.toolValue} is sent.`,
      created: unknown,
    };
  if (unknown.error.code !== 'service_invalid') return failed(unknown.error.userMessage);

  let message = unknown.error.userMessage;
  for (const { toolValue, value } of valuesToTry(deps.tools, deps.dialect)) {
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
        message: `The sandbox accepts ${called} as source_tool, and asks for more: ${message}`,
        created: null,
      };
  }
  return {
    toolValue: null,
    outcome: 'refused',
    message: `The sandbox refuses every value of its own tools as source_tool: ${message}`,
    created: null,
  };
}

function failed(message: string): SourceToolFinding {
  return { toolValue: null, outcome: 'failed', message, created: null };
}

/** The configured value first, without duplicates, for the first few tools. */
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
