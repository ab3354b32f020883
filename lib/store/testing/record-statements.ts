import type { Database } from '../database/database';
import { clientOf } from './client-of';

/** Returns the statements that run during the work, except those inside transactions. */
export function createStatementRecorder(database: Database) {
  const { client, query } = clientOf(database);
  let texts: string[] = [];
  Reflect.set(client, 'query', (...args: unknown[]) => {
    texts.push(textOf(args[0]));
    return query(...args);
  });
  return async (work: () => Promise<unknown>): Promise<string[]> => {
    texts = [];
    await work();
    return texts;
  };
}

function textOf(statement: unknown): string {
  const text: unknown = typeof statement === 'object' && statement ? Reflect.get(statement, 'text') : statement;
  return String(text).replace(/\s+/g, ' ');
}
