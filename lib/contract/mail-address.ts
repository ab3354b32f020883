export const maxMailAddressLength = 254;

/** For fields that staff fill in. */
export const invalidMailAddress = 'Enter one e-mail address, such as name@example.com.';

/** Practical rather than complete: no quoted local parts, comments, routes or address literals. */
const localPart = /^[a-z0-9#$&'*+/=?^_{}~-]+(?:\.[a-z0-9#$&'*+/=?^_{}~-]+)*$/i;
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** One address that can be put into a header as it is. Also for usernames. */
export function isMailAddress(text: string): boolean {
  if (text.length > maxMailAddressLength) return false;
  const [local = '', domain = '', ...rest] = text.split('@');
  if (rest.length > 0 || local.length > 64 || !localPart.test(local)) return false;
  const labels = domain.split('.');
  return labels.length > 1 && labels.every((label) => domainLabel.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
}

/** One spelling per address, to compare and count by. No provider in use distinguishes upper and lower case. */
export function normaliseMailAddress(text: string): string {
  return text.trim().toLowerCase();
}
