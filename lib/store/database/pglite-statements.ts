import { messages as protocolMessages, parse, protocol, types, type PGlite } from '@electric-sql/pglite';
import type { QueryOptions, Results } from '@electric-sql/pglite';
import { dropOldest } from '../../core/drop-oldest';
import { errorCode } from '../../core/error-code.mjs';
import { isOutdatedStatement, mayKeepPlan } from './may-keep-plan';

const { serialize } = protocol;

/** Each keeps its plan in the memory of PGlite, about 30 kB. */
const defaultMaxStatements = 200;

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

interface Statement {
  /** Empty if the next statement without a name replaces it. */
  name: string;
  parameterTypes: readonly number[];
  /** Remembered, because PostgreSQL refuses to run a statement whose columns have changed. */
  fields: Results['fields'];
}

export interface PgliteStatements {
  run<T>(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<Results<T>>;
  /** A statement without values and rows, such as `begin`. */
  control(text: string): Promise<void>;
}

/**
 * `PGlite.query` sends each statement in six calls and plans it anew. This sends one call and keeps the plans of
 * statements that repeat. The caller makes sure that nothing else uses PGlite during a call.
 */
export function createPgliteStatements(pglite: PGlite, maxStatements = defaultMaxStatements): PgliteStatements {
  /** By text, least recently used first. */
  const kept = new Map<string, Statement>();
  /** Texts that ran once. They are kept from the second time on, so that texts that never repeat replace nothing. */
  const seen = new Set<string>();
  let toClose: string[] = [];
  let lastNumber = 0;

  const send = async (...messages: Uint8Array[]) => {
    const closing = toClose.map((name) => serialize.close({ type: 'S', name }));
    toClose = [];
    const message = Buffer.concat([...closing, ...messages, serialize.sync()]);
    // Nothing to sync: only file systems of browsers write later.
    return pglite.execProtocolStream(message, { syncToFs: false });
  };

  const forget = (text: string) => {
    const statement = kept.get(text);
    if (!statement) return;
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
      const [oldest] = kept.keys();
      if (kept.size > maxStatements && oldest !== undefined) forget(oldest);
    }
    return statement;
  };

  const execute = async <T>(statement: Statement, values: readonly unknown[], options: QueryOptions) => {
    const messages = await send(
      serialize.bind({
        statement: statement.name,
        values: values.map((value, index) => toParameter(pglite, value, statement.parameterTypes[index])),
      }),
      serialize.execute({}),
    );
    return readResults<T>(pglite, statement.fields, messages, options);
  };

  const executeKept = async <T>(text: string, values: readonly unknown[], options: QueryOptions) => {
    const statement = kept.get(text);
    if (!statement) return undefined;
    kept.delete(text);
    kept.set(text, statement);
    try {
      return await execute<T>(statement, values, options);
    } catch (error) {
      if (!isOutdatedStatement(errorCode(error))) throw error;
      forget(text);
      // The error has ended a transaction; without one, the statement can be tried again.
      if (pglite.isInTransaction()) throw error;
      return undefined;
    }
  };

  return {
    run: async <T>(text: string, values: readonly unknown[] = [], options: QueryOptions = {}) =>
      (await executeKept<T>(text, values, options)) ?? execute<T>(await describe(text), values, options),
    control: async (text) => {
      await pglite.execProtocolStream(serialize.query(text), { syncToFs: false });
    },
  };
}

function toParameter(pglite: PGlite, value: unknown, type = 0): string | Uint8Array | null {
  if (value === null || value === undefined) return null;
  // Sent in binary. PGlite's serializer writes two digits for each byte, one by one.
  if (type === types.BYTEA && value instanceof Uint8Array) return value;
  const serializer = pglite.serializers[type];
  return serializer ? serializer(value) : String(value);
}

function readFields(message: Messages[number]): Results['fields'] {
  if (!(message instanceof protocolMessages.RowDescriptionMessage)) return [];
  return message.fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
}

/** The same as PGlite's `parseResults`, which copies the parsers of all types for each statement. */
function readResults<T>(
  pglite: PGlite,
  fields: Results['fields'],
  messages: Messages,
  { rowMode, parsers }: QueryOptions,
): Results<T> {
  const columns = fields.map(({ name, dataTypeID }) => ({
    name,
    parser: parsers?.[dataTypeID] ?? pglite.parsers[dataTypeID],
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
