import { parse, protocol, type PGlite, type QueryOptions, type Results } from '@electric-sql/pglite';
import { errorCode } from '../../core/error-code.mjs';
import { isOutdatedStatement, mayKeepPlan } from './may-keep-plan';

const { serialize } = protocol;

/** Each keeps its plan in the memory of PGlite, about 50 kB. */
const defaultMaxStatements = 200;

type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

interface Statement {
  /** Empty for the one that the next statement without a name replaces. */
  name: string;
  parameterTypes: readonly number[];
  /** The message that describes the columns. PostgreSQL refuses to run a statement whose columns have changed. */
  description: Messages;
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
  /** By text; the one used last is the last. */
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
      if (seen.size > maxStatements) seen.delete(oldest(seen));
    }
    const name = isRepeated ? `s${++lastNumber}` : '';
    const messages = await send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    const statement = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(messages),
      description: messages.filter((message) => message.name === 'rowDescription'),
    };
    if (isRepeated) {
      kept.set(text, statement);
      if (kept.size > maxStatements) forget(oldest(kept.keys()));
    }
    return statement;
  };

  const execute = async (statement: Statement, values: readonly unknown[]) => {
    const messages = await send(
      serialize.bind({
        statement: statement.name,
        values: values.map((value, index) => toText(pglite, value, statement.parameterTypes[index])),
      }),
      serialize.execute({}),
    );
    return [...statement.description, ...messages];
  };

  const executeKept = async (text: string, values: readonly unknown[]) => {
    const statement = kept.get(text);
    if (!statement) return undefined;
    kept.delete(text);
    kept.set(text, statement);
    try {
      return await execute(statement, values);
    } catch (error) {
      if (!isOutdatedStatement(errorCode(error))) throw error;
      forget(text);
      // The error has ended a transaction; without one, the statement can be tried again.
      if (pglite.isInTransaction()) throw error;
      return undefined;
    }
  };

  return {
    run: async <T>(text: string, values: readonly unknown[] = [], options: QueryOptions = {}) => {
      const messages = (await executeKept(text, values)) ?? (await execute(await describe(text), values));
      const [results] = parse.parseResults(messages, pglite.parsers, options);
      return results as Results<T>;
    },
    control: async (text) => {
      await pglite.execProtocolStream(serialize.query(text), { syncToFs: false });
    },
  };
}

function toText(pglite: PGlite, value: unknown, type = 0): string | null {
  if (value === null || value === undefined) return null;
  const serializer = pglite.serializers[type];
  return serializer ? serializer(value) : String(value);
}

function oldest(texts: Iterable<string>): string {
  for (const text of texts) return text;
  return '';
}
