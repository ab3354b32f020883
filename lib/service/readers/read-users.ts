import type { Users } from '../../contract/imports';
import { asCount, asText, fieldsOf, isRecord, unwrapOne, type Fields } from '../dialect/find-field';

const maxUnmatched = 1_000;
const maxUserLength = 500;
const maxListed = 100_000;

const matchedNames = [
  'matched',
  'mapped',
  'found',
  'matchedcount',
  'mappedcount',
  'usersmatched',
  'usersmapped',
  'matchedusers',
];
const totalNames = ['total', 'count', 'all', 'totalcount', 'userstotal', 'totalusers', 'usercount', 'userscount'];
const unmatchedNames = [
  'unmatched',
  'unmapped',
  'missing',
  'notfound',
  'unknown',
  'unmatchedusers',
  'usersunmatched',
  'unmappedusers',
];
const flagNames = ['matched', 'mapped', 'found', 'ismatched', 'ismapped'];
const counterpartNames = [
  'destination',
  'destinationuser',
  'target',
  'targetuser',
  'matchedto',
  'mappedto',
  'destinationemail',
];
const userFieldNames = ['email', 'mail', 'username', 'login', 'name', 'source', 'sourceuser', 'displayname', 'id'];

/** Reads a map of numbers or lists, a list of users, a number, or "5 of 7". */
export function readUsers(value: unknown): Users | null {
  const one = unwrapOne(value);
  if (Array.isArray(value) && !(isRecord(one) && readCounts(fieldsOf(one)))) return fromList(value);
  if (isRecord(one)) return readCounts(fieldsOf(one)) ?? fromMap(one);
  return fromText(one);
}

/** Reads `users_matched`, `users_total` and `unmatched_users` beside the other fields. */
export function readFlatUsers(fields: Fields): Users | null {
  return readCounts(fields, (name) => name.includes('user'));
}

function readCounts(fields: Fields, isWanted: (name: string) => boolean = () => true): Users | null {
  const firstOf = (names: readonly string[]): unknown =>
    names
      .filter(isWanted)
      .map((name) => fields.get(name))
      .find((value) => countOf(value) !== undefined);
  const unmatchedValue = firstOf(unmatchedNames);
  const matched = countOf(firstOf(matchedNames));
  const missing = countOf(unmatchedValue);
  const total = countOf(firstOf(totalNames));
  if (matched === undefined && missing === undefined && total === undefined) return null;
  return {
    matched: matched ?? (total !== undefined && missing !== undefined && total >= missing ? total - missing : null),
    total: total ?? (matched !== undefined && missing !== undefined ? matched + missing : null),
    unmatched: Array.isArray(unmatchedValue) ? listUsers(unmatchedValue) : [],
  };
}

/** An array with one number is that number; other arrays are counted. */
function countOf(value: unknown): number | undefined {
  return asCount(value) ?? (Array.isArray(value) ? value.length : undefined);
}

/** A list of users with a flag or counterpart each; without either only the total is known. */
function fromList(list: readonly unknown[]): Users | null {
  if (list.length === 0 || list.length > maxListed) return null;
  let matched = 0;
  let known = 0;
  const unmatched: unknown[] = [];
  for (const entry of list) {
    const isMatch = isRecord(entry) ? isMatched(fieldsOf(entry)) : undefined;
    if (isMatch === undefined) continue;
    known += 1;
    if (isMatch) matched += 1;
    else unmatched.push(entry);
  }
  if (known === 0) return { matched: null, total: list.length, unmatched: [] };
  return { matched, total: list.length, unmatched: listUsers(unmatched) };
}

function isMatched(fields: Fields): boolean | undefined {
  for (const name of flagNames) {
    const flag = fields.get(name);
    if (typeof flag === 'boolean') return flag;
  }
  for (const name of counterpartNames) {
    if (fields.has(name)) return Boolean(fields.get(name));
  }
  return undefined;
}

/** `{ "ada@old.example": "ada@new.example", "bo@old.example": null }`. */
function fromMap(object: Record<string, unknown>): Users | null {
  const names = Object.keys(object);
  if (names.length === 0 || names.length > maxListed) return null;
  const pairs = names.every((name) => object[name] === null || typeof object[name] === 'string');
  if (!pairs || !names.every((name) => /[@.]/.test(name))) return null;
  const unmatched = names.filter((name) => !object[name]);
  return { matched: names.length - unmatched.length, total: names.length, unmatched: listUsers(unmatched) };
}

function fromText(value: unknown): Users | null {
  const count = asCount(value);
  if (count !== undefined) return { matched: null, total: count, unmatched: [] };
  const pair = typeof value === 'string' ? /^\s*(\d{1,9})\s*(?:\/|of|out of)\s*(\d{1,9})\b/i.exec(value) : null;
  return pair ? { matched: Number(pair[1]), total: Number(pair[2]), unmatched: [] } : null;
}

function listUsers(list: readonly unknown[]): string[] {
  const names: string[] = [];
  for (const entry of list) {
    if (names.length >= maxUnmatched) break;
    const fields = isRecord(entry) ? fieldsOf(entry) : undefined;
    const text = fields
      ? userFieldNames.map((name) => asText(fields.get(name))).find((found) => found !== undefined)
      : asText(entry);
    if (text !== undefined && text.length <= maxUserLength) names.push(text);
  }
  return names;
}
