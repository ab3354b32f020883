import { messages as protocolMessages, parse, protocol, types as typeNumbers, type Mutex } from '@electric-sql/pglite';
import type { ParserOptions, QueryOptions, Results, SerializerOptions } from '@electric-sql/pglite';
import { dropOldest } from '../../core/drop-oldest';
import { errorCode } from '../../core/error-code.mjs';
import { isOutdatedStatement, mayKeepPlan } from './may-keep-plan';
import type { Messages, PgliteThread } from './open-pglite-thread';

const { serialize } = protocol;

/** Each keeps its plan in the memory of PGlite, about 30 kB. */
const defaultMaxStatements = 200;

interface Statement {
  /** Empty if the next statement without a name replaces it. */
  name: string;
  parameterTypes: readonly number[];
  /** Remembered, because PostgreSQL refuses to run a statement whose columns have changed. */
  fields: Results['fields'];
}

/** What values are written with and read by, by the number of their type. */
export interface PgliteTypes {
  serializers: SerializerOptions;
  parsers: ParserOptions;
}

export interface PgliteStatements {
  /** Takes the lock until the statement is sent, so that nothing is sent between describing and running a new one. */
  run<T>(lock: Mutex, text: string, values?: readonly unknown[], options?: QueryOptions): Promise<Results<T>>;
  /** A statement without values and rows, such as `begin`. */
  control(text: string): Promise<void>;
}

/**
 * `PGlite.query` sends each statement in six calls and plans it anew. This sends one message, without waiting for the
 * responses to those before, and keeps the plans of statements that repeat.
 */
export function createPgliteStatements(
  thread: Pick<PgliteThread, 'send' | 'isInTransaction'>,
  types: PgliteTypes,
  maxStatements = defaultMaxStatements,
): PgliteStatements {
  /** By text, least recently used first. */
  const kept = new Map<string, Statement>();
  /** Texts that ran once. They are kept from the second time on, so that texts that never repeat replace nothing. */
  const seen = new Set<string>();
  let toClose: string[] = [];
  let lastNumber = 0;

  const send = (...messages: Uint8Array[]) => {
    const closing = toClose.map((name) => serialize.close({ type: 'S', name }));
    toClose = [];
    return thread.send(Buffer.concat([...closing, ...messages, serialize.sync()]));
  };

  const findKept = (text: string): Statement | undefined => {
    const statement = kept.get(text);
    if (!statement) return undefined;
    kept.delete(text);
    kept.set(text, statement);
    return statement;
  };

  const forget = (text: string, statement: Statement) => {
    // Another use of it may have forgotten it already.
    if (kept.get(text) !== statement) return;
    kept.delete(text);
    toClose.push(statement.name);
  };

  const describe = async (text: string): Promise<Statement> => {
    const isRepeated = seen.delete(text);
    if (!isRepeated && mayKeepPlan(text)) {
      seen.add(text);
      dropOldest(seen, maxStatements);
    }
    const name = isRepeated ? `s${++lastNumber}` : '';
    const messages = await send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    const statement = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(messages),
      fields: messages.flatMap(readFields),
    };
    if (isRepeated) {
      kept.set(text, statement);
      const [oldest] = kept;
      if (kept.size > maxStatements && oldest !== undefined) forget(...oldest);
    }
    return statement;
  };

  const start = async (text: string, values: readonly unknown[]) => {
    const statement = findKept(text) ?? (await describe(text));
    const parameters = values.map((value, index) => toParameter(types, value, statement.parameterTypes[index]));
    const response = send(serialize.bind({ statement: statement.name, values: parameters }), serialize.execute({}));
    // Inside an object, or the caller's `await` would also wait for it.
    return { statement, response };
  };

  return {
    run: async <T>(lock: Mutex, text: string, values: readonly unknown[] = [], options: QueryOptions = {}) => {
      for (let attempt = 1; ; attempt += 1) {
        const { statement, response } = await lock.runExclusive(() => start(text, values));
        try {
          return readResults<T>(types, statement.fields, await response, options);
        } catch (error) {
          if (statement.name === '' || !isOutdatedStatement(errorCode(error))) throw error;
          forget(text, statement);
          // The error has ended a transaction; without one, the statement can be tried again.
          if (attempt === 2 || thread.isInTransaction()) throw error;
        }
      }
    },
    control: async (text) => {
      await thread.send(serialize.query(text));
    },
  };
}

function toParameter({ serializers }: PgliteTypes, value: unknown, type = 0): string | Uint8Array | null {
  if (value === null || value === undefined) return null;
  // Sent in binary. PGlite's serializer writes two digits for each byte, one by one.
  if (type === typeNumbers.BYTEA && value instanceof Uint8Array) return value;
  const serializer = serializers[type];
  return serializer ? serializer(value) : String(value);
}

function readFields(message: Messages[number]): Results['fields'] {
  if (!(message instanceof protocolMessages.RowDescriptionMessage)) return [];
  return message.fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
}

/** The same as PGlite's `parseResults`, which copies the parsers of all types for each statement. */
function readResults<T>(
  types: PgliteTypes,
  fields: Results['fields'],
  messages: Messages,
  { rowMode, parsers }: QueryOptions,
): Results<T> {
  const columns = fields.map(({ name, dataTypeID }) => ({
    name,
    parser: parsers?.[dataTypeID] ?? types.parsers[dataTypeID],
  }));
  const results: Results = { rows: [], fields, affectedRows: 0 };
  for (const message of messages) {
    if (message instanceof protocolMessages.DataRowMessage) {
      const row = columns.map(({ name, parser }, index): [string, unknown] => {
        const value = message.fields[index] ?? null;
        return [name, value === null || parser === undefined ? value : parser(value)];
      });
      results.rows.push(rowMode === 'array' ? row.map(([, value]) => value) : Object.fromEntries(row));
    } else if (message instanceof protocolMessages.CommandCompleteMessage) {
      Object.assign(results, readCommand(message.text));
    }
  }
  return results as Results<T>;
}

/** Such as `SELECT 2`, `INSERT 0 5` or `CHECKPOINT`. */
function readCommand(tag: string): Partial<Results> {
  const [command = '', ...rest] = tag.split(' ');
  const rowCount = Number.parseInt(rest.at(-1) ?? '', 10);
  if (Number.isNaN(rowCount)) return { command };
  const changes = /^(INSERT|UPDATE|DELETE|COPY|MERGE)$/.test(command);
  return { command, rowCount, affectedRows: changes ? rowCount : 0 };
}
