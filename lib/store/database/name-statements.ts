import { createHash } from 'node:crypto';
import type pg from 'pg';
import { maxTimerMs } from '../../core/clock';
import { dropOldest } from '../../core/drop-oldest';
import { errorCode } from '../../core/error-code.mjs';
import type { Log } from '../../core/log';
import { createStatementObserver } from './observe-statements';
import { isOutdatedStatement, mayKeepPlan } from './may-keep-plan';

/** Each connection keeps as many, about 30 kB each. */
const defaultMaxNames = 200;

/** `pg` takes 0 as its default. */
const noTimeout = { query_timeout: maxTimerMs };

/**
 * A connection prepares a named statement only once, which saves half of the server's time. A name is a hash of the
 * text, so it means the same on every connection. Poolers that give each transaction another connection must know
 * prepared statements (PgBouncer since 1.21, with `max_prepared_statements`); otherwise names are not used any more after
 * the first error.
 */
export function createNamedStatements({
  log,
  maxNames = defaultMaxNames,
  observe = createStatementObserver('postgres'),
}: {
  log: Log;
  maxNames?: number;
  observe?: ReturnType<typeof createStatementObserver>;
}) {
  const names = new Map<string, string>();
  /** Texts that ran once. Only texts that repeat get a name. */
  const seen = new Set<string>();
  let isDisabled = false;

  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= maxNames) return known;
    if (!mayKeepPlan(text)) return undefined;
    if (!seen.delete(text)) {
      seen.add(text);
      dropOldest(seen, maxNames);
      return undefined;
    }
    const name = `landfall_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    names.set(text, name);
    return name;
  };

  const onOutdated = (code: string | undefined) => {
    // The statement is missing, or another client made it: a pooler does not keep connections apart.
    if (isDisabled || (code !== '26000' && code !== '42P05')) return;
    isDisabled = true;
    log.warn({ code }, 'the connection pooler does not support prepared statements; set max_prepared_statements there');
  };

  const query = async (
    client: pg.Pool | pg.PoolClient,
    mayRepeat: boolean,
    config: pg.QueryConfig,
    values: unknown[],
  ) => {
    // Without values, `pg` sends the text in one message.
    const name = isDisabled || values.length === 0 ? undefined : nameOf(config.text);
    if (name === undefined) return client.query(config, values);
    try {
      return await client.query({ ...config, name }, values);
    } catch (error) {
      const code = errorCode(error);
      if (!isOutdatedStatement(code)) throw error;
      onOutdated(code);
      if (!mayRepeat) throw error;
      return client.query(config, values);
    }
  };
  /** `query` as drizzle calls it. */
  const createQuery =
    (client: pg.Pool | pg.PoolClient, mayRepeat: boolean, assertAllowed?: () => void) =>
    (config: pg.QueryConfig, values: unknown[]) => {
      assertAllowed?.();
      return observe(config.text, () => query(client, mayRepeat, config, values));
    };
  return {
    wrapPool: (pool: pg.Pool, assertAllowed?: () => void) => withQuery(pool, createQuery(pool, true, assertAllowed)),
    /** An error has ended the transaction, so nothing is repeated. */
    wrapClient: (client: pg.PoolClient, untimed = false) => {
      const run = createQuery(client, false);
      let timeout: Error | undefined;
      return withQuery(client, async (config: pg.QueryConfig, values: unknown[]) => {
        // Also a rollback would wait behind the statement that was not answered.
        if (timeout) throw timeout;
        try {
          return await run(untimed ? { ...config, ...noTimeout } : config, values);
        } catch (error) {
          if (error instanceof Error && error.message === 'Query read timeout') timeout = error;
          throw error;
        }
      });
    },
  };
}

function withQuery<T extends pg.Pool | pg.PoolClient>(client: T, query: unknown): T {
  return new Proxy(client, {
    get: (target, property) => {
      if (property === 'query') return query;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
