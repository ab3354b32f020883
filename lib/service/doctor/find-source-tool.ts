import type { Dialect } from '../dialect/dialect';
import { readTools } from '../readers/read-tools';
import type { Probe, ProbeResult } from './create-probe';

type ToolValue = Dialect['toolValue'];

export interface SourceToolFinding {
  /** Which of a tool's values the sandbox takes; null when that could not be found out. */
  readonly toolValue: ToolValue | null;
  readonly outcome: 'accepted' | 'only_other_fields' | 'refused' | 'not_validated' | 'failed';
  readonly message: string;
  /** The answer to the one creation that was accepted; nothing was created by it. */
  readonly created: Extract<ProbeResult, { ok: true }> | null;
}

/** No tool is called so, and whoever meets it in a log knows where it came from. */
const unknownTool = 'landfall-doctor-no-such-tool';
const maxTools = 3;

/**
 * Sends creations to the sandbox, which validates and creates nothing, until one is accepted: so it is known which of a
 * tool's values is its `source_tool`. A senseless one goes first; a sandbox that takes that teaches nothing.
 */
export async function findSourceTool(deps: {
  sandbox: Pick<Probe, 'post'>;
  tools: unknown;
  dialect: Dialect;
  username: string;
}): Promise<SourceToolFinding> {
  const send = (value: string) =>
    deps.sandbox.post('/imports', { source_tool: value, destination_username: deps.username });
  const senseless = await send(unknownTool);
  if (senseless.ok)
    return {
      toolValue: null,
      outcome: 'not_validated',
      message: `The sandbox accepts even a tool that does not exist, so it cannot tell which value is right; the ${deps.dialect.toolValue} is sent.`,
      created: senseless,
    };
  if (senseless.error.code !== 'service_invalid') return failed(senseless.error.userMessage);

  let message = senseless.error.userMessage;
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

/** The value that is sent today first, each text once, of the first few tools. */
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
