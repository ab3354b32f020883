import { randomBytes } from 'node:crypto';
import type { ApiClient, ApiResponse, SuiteClock } from './create-api-client';
import type { ControlClient } from './create-control-client';
import { readId, readImport, readList, readTool } from './read-response';
import { expect, skip } from './expect';

/** `creates` and `bursts` need --creates-and-may-cost-money, except on loopback. `control` needs the simulator's control API. */
export type Need = 'reads' | 'sandbox' | 'creates' | 'bursts' | 'limits' | 'control';

export interface Check {
  /** Quoted from the interface document. */
  sentence: string;
  needs: readonly Need[];
  run: (context: CheckContext) => Promise<void>;
}

export type CheckContext = ReturnType<typeof createCheckContext>;

export function createCheckContext(deps: {
  live: ApiClient;
  sandbox: ApiClient;
  control: ControlClient | undefined;
  clock: SuiteClock;
  rate: number;
  addNote(text: string): void;
  mayCreate: boolean;
  /** Where to read the list of tools: the sandbox with --sandbox. */
  toolsFrom: ApiClient;
  givenImportId: string | undefined;
}) {
  const { live, sandbox, control, clock, rate, addNote } = deps;
  const suffix = randomBytes(6).toString('hex');
  const username = `conformance-${suffix}@customer.example`;

  const tools = once(async () => {
    const response = await deps.toolsFrom.request('/tools');
    const all = (readList(response.json) ?? []).flatMap((entry) => readTool(entry).name ?? []);
    const [name] = all;
    return name === undefined ? skip('no source tool could be read from GET /tools') : { name, all };
  });

  async function create(): Promise<ApiResponse> {
    const { name } = await tools();
    return live.post('/imports', { source_tool: name, destination_username: username });
  }

  const creation = once(create);

  return {
    live,
    sandbox,
    control,
    clock,
    rate,
    addNote,
    /** An identifier and a username that do not exist. */
    unknownId: String(900_000_000 + Math.floor(Math.random() * 99_999_999)),
    unknownUsername: `unknown-${suffix}@customer.example`,
    username,
    tools,
    /** The response to the first creation at the live address, successful or not. */
    creation,
    /** An import to read: the created one, or the one given with --import. */
    async importId(): Promise<string> {
      if (!deps.mayCreate) return deps.givenImportId ?? skip('needs an import to read: name one with --import');
      return createdId(await creation());
    },
    twoImports: once(async () => [createdId(await creation()), createdId(await create())] as const),
    requireControl: () => control ?? skip('needs the control endpoints of the simulator: --control'),
  };
}

/** Skips when creation is broken: a check of its own reports that. */
export function createdId(response: ApiResponse): string {
  const fields = readImport(response.json);
  return (fields === undefined ? undefined : readId(fields)) ?? skip('no import could be created to look at');
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

export function expectStatus(response: ApiResponse, ...allowed: readonly number[]): void {
  expect(
    allowed.includes(response.status),
    `${response.requestLine} answered ${response.status} instead of ${allowed.join(' or ')}${excerpt(response)}`,
  );
}

export function excerpt(response: ApiResponse): string {
  return response.text === '' ? ', with an empty body' : `: ${response.text.slice(0, 160)}`;
}
