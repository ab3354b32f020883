import { randomBytes } from 'node:crypto';
import type { ApiResponse, ApiClient } from './create-api-client';
import type { ControlClient } from './create-control-client';
import { readId, readImport, readList, readTool } from './read-response';
import type { SuiteClock } from './suite-clock';
import { expect, skip } from './expect';

/** What checks share: the two addresses, and things found or made once and used by many. */
export interface CheckContext {
  readonly live: ApiClient;
  readonly sandbox: ApiClient;
  readonly control: ControlClient | undefined;
  readonly clock: SuiteClock;
  /** Requests allowed in a second. */
  readonly rate: number;
  /** An identifier and a username nobody has. */
  readonly unknownId: string;
  readonly unknownUsername: string;
  readonly username: string;
  addNote(text: string): void;
  tools(): Promise<{ name: string; all: string[] }>;
  /** The first creation at the live address, whatever came of it. */
  creation(): Promise<ApiResponse>;
  /** Identifier of an import that may be read: the one created, or the one named on the command line. */
  importId(): Promise<string>;
  /** Identifiers of two imports created for `username`. */
  twoImports(): Promise<readonly [string, string]>;
  requireControl(): ControlClient;
}

export interface CheckContextDeps {
  live: ApiClient;
  sandbox: ApiClient;
  control: ControlClient | undefined;
  clock: SuiteClock;
  mayCreate: boolean;
  /** Where the list of tools is read: the sandbox when nothing but the sandbox may be asked. */
  toolsFrom: ApiClient;
  givenImportId: string | undefined;
  rate: number;
  addNote(text: string): void;
}

export function createCheckContext(deps: CheckContextDeps): CheckContext {
  const { live, sandbox, control } = deps;
  const mark = randomBytes(6).toString('hex');
  const username = `conformance-${mark}@customer.example`;

  const tools = once(async () => {
    const response = await deps.toolsFrom.request('/tools');
    const all = (readList(response.json) ?? []).flatMap((entry) => readTool(entry).name ?? []);
    const [name] = all;
    return name === undefined ? skip('no source tool could be read from GET /tools') : { name, all };
  });

  async function create(): Promise<ApiResponse> {
    const { name } = await tools();
    return live.request('/imports', { method: 'POST', body: { source_tool: name, destination_username: username } });
  }

  const creation = once(create);

  return {
    live,
    sandbox,
    control,
    clock: deps.clock,
    rate: deps.rate,
    unknownId: String(900_000_000 + Math.floor(Math.random() * 99_999_999)),
    unknownUsername: `nobody-${mark}@customer.example`,
    username,
    addNote: deps.addNote,
    tools,
    creation,
    async importId() {
      if (!deps.mayCreate) return deps.givenImportId ?? skip('needs an import to read: name one with --import');
      return createdId(await creation());
    },
    twoImports: once(async () => [createdId(await creation()), createdId(await create())] as const),
    requireControl: () => control ?? skip('needs the control endpoints of the simulator: --control'),
  };
}

/** Checks of other sentences do not fail because creation is broken: its own sentence does. */
export function createdId(response: ApiResponse): string {
  const fields = readImport(response.json);
  return (fields === undefined ? undefined : readId(fields)) ?? skip('no import could be created to look at');
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** The status, with what was asked and seen when it is another. */
export function expectStatus(response: ApiResponse, ...wanted: readonly number[]): void {
  const words = wanted.join(' or ');
  expect(
    wanted.includes(response.status),
    `${response.requestLine} answered ${response.status} instead of ${words}${excerpt(response)}`,
  );
}

export function excerpt(response: ApiResponse): string {
  return response.text === '' ? ', with an empty body' : `: ${response.text.slice(0, 160)}`;
}
