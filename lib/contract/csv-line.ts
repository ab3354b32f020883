export type CsvCell = string | number | boolean | null | undefined;

/** Excel needs this to read UTF-8. */
export const csvByteOrderMark = '\uFEFF';

/** One line of RFC 4180. Cells contain text from outside, so what looks like a formula gets a leading apostrophe. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: CsvCell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  // Spreadsheets skip leading white space and accept full-width signs.
  const start = /^[\s\u0000]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/.test(value) ? "'" : '';
  // A spreadsheet with another separator splits a line inside its cells. Looks for signs first, since they are rare.
  const safe = start + value.replace(/(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])(?<=[;\t\r\n]["\s\u0000]*)/g, "'");
  return /[",;\r\n\t']/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
