import { sql } from 'drizzle-orm';
import type { Clock } from '../../core/clock';
import type { Log } from '../../core/log';
import { databaseLate, withDeadline } from '../../core/with-deadline';
import { installation } from '../schema/system';
import type { Database } from './database';
import { sqlStateOf } from './sql-state';

export interface WriteCheck {
  ok: boolean;
  ms: number;
  detail: string;
}

const readDeadlineMs = 10_000;
const writeDeadlineMs = 5000;
const reuseMs = 2000;

/** Concurrent callers share one check. Both end by a deadline, because a lost connection may stay silent. */
export function createDatabaseHealth({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
  let reading: Promise<boolean> | undefined;
  let writing: Promise<WriteCheck> | undefined;
  let last: { check: WriteCheck; atMs: number } | undefined;

  const read = async (): Promise<boolean> => {
    try {
      await withDeadline(clock, readDeadlineMs, Promise.resolve(database.db.execute(sql`select 1`)), databaseLate);
      return true;
    } catch (err) {
      log.warn({ err }, 'the database does not answer');
      return false;
    } finally {
      reading = undefined;
    }
  };

  const write = async (): Promise<WriteCheck> => {
    const startedMs = performance.now();
    const result = await withDeadline(clock, writeDeadlineMs, writeProbe(database), databaseLate).then(
      () => ({ ok: true, detail: database.engine }),
      (err: unknown) => {
        log.warn({ err }, 'the database does not accept writes');
        return { ok: false, detail: describeFailure(err, database.engine) };
      },
    );
    const check = { ...result, ms: Math.round(performance.now() - startedMs) };
    last = { check, atMs: clock.now().getTime() };
    writing = undefined;
    return check;
  };

  return {
    answers: (): Promise<boolean> => (reading ??= read()),
    /** Writes at most every two seconds, however often it is called. */
    checkWrites: async (): Promise<WriteCheck> => {
      const ageMs = last && clock.now().getTime() - last.atMs;
      // Negative if the clock was set back.
      if (!writing && last && ageMs !== undefined && ageMs >= 0 && ageMs < reuseMs) return last.check;
      return (writing ??= write());
    },
  };
}

/** An update fits into space that the database already has, even on a full disk. A temporary file does not. */
function writeProbe(database: Database): Promise<void> {
  return database.transaction(async (tx) => {
    await tx.execute(sql`select set_config('work_mem', '64kB', true), set_config('statement_timeout', '5s', true)`);
    await tx.execute(sql`select count(*) from generate_series(1, 20000)`);
    await tx
      .insert(installation)
      .values({ key: 'write check', value: {}, at: sql`now()` })
      .onConflictDoUpdate({ target: installation.key, set: { at: sql`now()` } });
  });
}

function describeFailure(error: unknown, engine: Database['engine']): string {
  const code = sqlStateOf(error);
  if (code === '53100') return 'the disk is full';
  if (code === '25006') return 'is read-only';
  // PGlite does not recover after it failed, for example because the disk was full while it wrote its log.
  return engine === 'pglite' && /^(24000|57P02)$/.test(code ?? '') ? 'needs a restart of the app' : 'does not answer';
}
