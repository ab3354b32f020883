import { noteDatabaseOutage } from '../../core/database-outage';
import { inSpan } from '../../core/span';

interface StatementEvent {
  operation: string;
  table: string | undefined;
  outcome: 'ok' | 'failed';
  tookMs: number;
}

export type OnStatement = (event: StatementEvent) => void;

const maxKnown = 1000;

/** Measures statements and puts them into spans: by operation and table, never with their text or parameters. */
export function createStatementObserver(engine: 'pglite' | 'postgres', onStatement: OnStatement = () => undefined) {
  const known = new Map<string, { operation: string; table: string | undefined }>();
  const describe = (text: string) => {
    const described = known.get(text) ?? describeStatement(text);
    if (known.size < maxKnown) known.set(text, described);
    return described;
  };
  return async <T>(text: string, run: () => Promise<T>): Promise<T> => {
    const { operation, table } = describe(text);
    const startedMs = performance.now();
    let outcome: StatementEvent['outcome'] = 'failed';
    try {
      const result = await inSpan(
        table === undefined ? operation : `${operation} ${table}`,
        {
          kind: 'client',
          attributes: {
            'db.system.name': engine === 'postgres' ? 'postgresql' : 'pglite',
            'db.operation.name': operation,
            ...(table !== undefined && { 'db.collection.name': table }),
          },
        },
        run,
      );
      outcome = 'ok';
      return result;
    } catch (error) {
      noteDatabaseOutage(error);
      throw error;
    } finally {
      onStatement({ operation, table, outcome, tookMs: performance.now() - startedMs });
    }
  };
}

const name = String.raw`(?:only\s+)?"?([a-z_][a-z0-9_]{0,62})"?`;
const changes = [
  { operation: 'insert', pattern: new RegExp(String.raw`\binsert\s+into\s+${name}`) },
  { operation: 'update', pattern: new RegExp(String.raw`\bupdate\s+${name}\s+(?:as\s+)?(?:"?\w+"?\s+)?set\b`) },
  { operation: 'delete', pattern: new RegExp(String.raw`\bdelete\s+from\s+${name}`) },
];
/** Not a function, such as `from jsonb_to_recordset(...)`. */
const read = new RegExp(String.raw`\bfrom\s+${name}(?![\w(])`);

/** The table that a statement changes, also inside `with`, or the first that it reads. @internal Exported for its test. */
export function describeStatement(text: string): { operation: string; table: string | undefined } {
  const words = text.toLowerCase();
  const first = /^\s*([a-z]+)/.exec(words)?.[1] ?? '';
  if (/^(begin|commit|rollback)$/.test(first)) return { operation: first, table: undefined };
  if (!/^(with|select|insert|update|delete)$/.test(first)) return { operation: 'other', table: undefined };
  for (const { operation, pattern } of changes) {
    const table = pattern.exec(words)?.[1];
    if (table !== undefined) return { operation, table };
  }
  return { operation: 'select', table: read.exec(words)?.[1] };
}
