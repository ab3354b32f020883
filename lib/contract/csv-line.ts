export type CsvCell = string | number | boolean | null | undefined;

/** Excel reads UTF-8 as UTF-8 only when the file says so. */
export const csvByteOrderMark = '\uFEFF';

/**
 * One line of RFC 4180. Text that a spreadsheet would take for a formula gets an apostrophe in front: our cells hold
 * what customers, the service and strangers wrote.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  // A formula may hide behind white space, and full-width signs are read as their plain twins.
  const safe = /^[\s\u0000]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",;\r\n\t']/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
