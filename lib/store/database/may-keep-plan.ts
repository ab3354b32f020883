/** Longer ones are mostly lists of rows, with another text for each number of rows. */
const maxTextLength = 8_000;

/**
 * After five runs of a prepared statement, PostgreSQL may use one plan for all values. For a row by its key that saves
 * most of the time. For filters whose values differ much in frequency, for text search and where a limit decides between
 * an index and a sort, it is a mistake: with 100,000 imports, a page of a list then reads 1,500 blocks instead of 3.
 * Those are planned for their values, each time. A statement can say which by a comment: `plan each time` or, where
 * planning takes longer than running, `keep the plan`.
 */
export function mayKeepPlan(text: string): boolean {
  if (text.length > maxTextLength) return false;
  if (text.includes('/* keep the plan */')) return true;
  return !/plan each time|@@|\bi?like\b|\bcount\(|\border by\b[^]*\blimit \$/i.test(text);
}

/** The schema changed after a statement was prepared, or something else closed it. */
export function isOutdatedStatement(code: string | undefined): boolean {
  return /^(0A000|26000|42...)$/.test(code ?? '');
}
