/** The same person may be spelled with other capitals, and accents may be separate characters. */
export function normaliseUsername(username: string): string {
  return username.trim().normalize('NFC').toLowerCase();
}

/** For an index that compares lower-case letters. Not every database folds letters with accents, which may be apart. */
export function spellingsOf(username: string): string[] {
  const name = username.trim();
  const cases = [name, name.toLowerCase(), name.toUpperCase()];
  return [...new Set(cases.flatMap((each) => [each, each.normalize('NFC'), each.normalize('NFD')]))];
}

/**
 * Whether a text that equals this username is about the customer wherever it occurs. Other usernames, such as `anna` or
 * `admin`, count only in fields that hold a username.
 */
export function isDistinctive(username: string): boolean {
  return /^\S+@\S+\.\S+$/.test(username) || (username.length >= 12 && /^\S*\d\S*$/.test(username));
}

/** Whether a JSON property of this name holds a username, in our own records and in those of a service. */
export function isUsernameField(name: string): boolean {
  return /(?:^|_)user_?name$|^login$/i.test(name);
}
