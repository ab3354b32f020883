export const maxUsernames = 1000;

/** Column headings of pasted tables. */
const headerCells = new Set([
  'username',
  'user name',
  'name',
  'email',
  'e-mail',
  'mail',
  'customer',
  'destination_username',
  'destination username',
]);

/** Separated by lines, commas, semicolons or tabs, quoted or not. Usernames may contain spaces. */
export function parseUsernames(text: string): { names: string[]; duplicates: number } {
  const found = text
    .replace(/^\uFEFF/, '')
    .split(/[\r\n,;\t]+/)
    .map((part) => unquote(part.trim()).trim())
    .filter((part) => part !== '');
  const given = found[0] !== undefined && headerCells.has(found[0].toLowerCase()) ? found.slice(1) : found;
  const names = [...new Set(given)];
  return { names, duplicates: given.length - names.length };
}

function unquote(text: string): string {
  return /^(["']).*\1$/s.test(text) && text.length > 1 ? text.slice(1, -1) : text;
}
