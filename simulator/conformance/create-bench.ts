import { randomBytes } from 'node:crypto';
import type { Answer, Asker } from './create-asker';
import type { Hands } from './create-hands';
import { readId, readImport, readList, readTool } from './read-answer';
import type { SuiteClock } from './suite-clock';
import { expect, skip } from './verdict';

/** What checks share: the two addresses, and things found or made once and used by many. */
export interface Bench {
  readonly live: Asker;
  readonly sandbox: Asker;
  readonly hands: Hands | undefined;
  readonly clock: SuiteClock;
  /** Requests allowed in a second. */
  readonly rate: number;
  /** An identifier and a username nobody has. */
  readonly unknownId: string;
  readonly unknownUsername: string;
  readonly username: string;
  note(text: string): void;
  tools(): Promise<{ name: string; all: string[] }>;
  /** The first creation at the live address, whatever came of it. */
  creation(): Promise<Answer>;
  /** Identifier of an import that may be read: the one created, or the one named on the command line. */
  importId(): Promise<string>;
  /** Identifiers of two imports created for `username`. */
  twoImports(): Promise<readonly [string, string]>;
  needHands(): Hands;
}

export interface BenchParts {
  live: Asker;
  sandbox: Asker;
  hands: Hands | undefined;
  clock: SuiteClock;
  mayCreate: boolean;
  /** Where the list of tools is read: the sandbox when nothing but the sandbox may be asked. */
  toolsFrom: Asker;
  givenImportId: string | undefined;
  rate: number;
  note(text: string): void;
}

export function createBench(parts: BenchParts): Bench {
  const { live, sandbox, hands } = parts;
  const mark = randomBytes(6).toString('hex');
  const username = `conformance-${mark}@customer.example`;

  const tools = once(async () => {
    const answer = await parts.toolsFrom.ask('/tools');
    const all = (readList(answer.json) ?? []).flatMap((entry) => readTool(entry).name ?? []);
    const [name] = all;
    return name === undefined ? skip('no source tool could be read from GET /tools') : { name, all };
  });

  async function create(): Promise<Answer> {
    const { name } = await tools();
    return live.ask('/imports', { method: 'POST', body: { source_tool: name, destination_username: username } });
  }

  const creation = once(create);

  return {
    live,
    sandbox,
    hands,
    clock: parts.clock,
    rate: parts.rate,
    unknownId: String(900_000_000 + Math.floor(Math.random() * 99_999_999)),
    unknownUsername: `nobody-${mark}@customer.example`,
    username,
    note: parts.note,
    tools,
    creation,
    async importId() {
      if (!parts.mayCreate) return parts.givenImportId ?? skip('needs an import to read: name one with --import');
      return createdId(await creation());
    },
    twoImports: once(async () => [createdId(await creation()), createdId(await create())] as const),
    needHands: () => hands ?? skip('needs the control endpoints of the simulator: --control'),
  };
}

/** Checks of other sentences do not fail because creation is broken: its own sentence does. */
export function createdId(answer: Answer): string {
  const fields = readImport(answer.json);
  return (fields === undefined ? undefined : readId(fields)) ?? skip('no import could be created to look at');
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** The status, with what was asked and seen when it is another. */
export function expectStatus(answer: Answer, ...wanted: readonly number[]): void {
  const words = wanted.join(' or ');
  expect(
    wanted.includes(answer.status),
    `${answer.asked} answered ${answer.status} instead of ${words}${excerpt(answer)}`,
  );
}

export function excerpt(answer: Answer): string {
  return answer.text === '' ? ', with an empty body' : `: ${answer.text.slice(0, 160)}`;
}
