import { isLoopbackHost } from '../core/is-loopback-host.mjs';
import type { StaffEvent } from './staff-events';

// Apart from the schemas: forms use this in the browser, where zod is not loaded.

export const ruleEnvironments = ['live', 'sandbox', 'all'] as const;
export type RuleEnvironment = (typeof ruleEnvironments)[number];
export const ruleChannels = ['email', 'slack', 'webhook'] as const;
export type RuleChannel = (typeof ruleChannels)[number];
export const ruleSchedules = ['now', 'hourly', 'daily'] as const;
export type RuleSchedule = (typeof ruleSchedules)[number];

export const maxNotificationRules = 50;
const maxRuleAddresses = 20;
export const maxRuleName = 100;

interface Schedule {
  schedule: RuleSchedule;
  /** For `daily`: such as 09:00, in `zone`. */
  time: string | null;
  zone: string | null;
}

export interface RuleInput extends Schedule {
  name: string;
  events: readonly StaffEvent[];
  channel: RuleChannel;
  addresses: readonly string[];
  /** Null keeps the stored one. */
  url: string | null;
}

export interface RuleProblem {
  field: 'name' | 'events' | 'addresses' | 'url' | 'time' | 'zone';
  message: string;
}

/** Checked by the form and by the schema. */
export function notificationRuleProblems(rule: RuleInput): RuleProblem[] {
  const found: RuleProblem[] = [];
  if (rule.name.trim() === '') found.push({ field: 'name', message: 'Enter a name' });
  if (rule.name.length > maxRuleName) found.push({ field: 'name', message: `At most ${maxRuleName} characters` });
  if (hasControlCharacters(rule.name)) found.push({ field: 'name', message: 'Must be a single line' });
  if (rule.events.length === 0) found.push(noEvents);
  const target = rule.channel === 'email' ? addressProblem(rule.addresses) : urlProblem(rule.url);
  if (target) found.push(target);
  return [...found, ...scheduleProblems(rule)];
}

/** For the personal choice, which is sent to the person's own address. */
export function choiceProblems(choice: Schedule & { enabled: boolean; events: readonly StaffEvent[] }): RuleProblem[] {
  return [...(choice.enabled && choice.events.length === 0 ? [noEvents] : []), ...scheduleProblems(choice)];
}

const noEvents: RuleProblem = { field: 'events', message: 'Choose at least one event' };

/** One per line, or separated by commas. */
export function splitAddresses(text: string): string[] {
  return text
    .split(/[\n,;]/)
    .map((address) => address.trim())
    .filter((address) => address !== '');
}

// As HTML defines it for e-mail fields: no names, lists, comments, spaces or line breaks.
const addressPattern =
  /^[a-z\d.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/i;

function addressProblem(addresses: readonly string[]): RuleProblem | undefined {
  const field = 'addresses';
  if (addresses.length === 0) return { field, message: 'Enter an e-mail address' };
  if (addresses.length > maxRuleAddresses) return { field, message: `At most ${maxRuleAddresses} addresses` };
  const invalid = addresses.find((address) => address.length > 254 || !addressPattern.test(address));
  if (invalid === undefined) return undefined;
  return { field, message: `Not an e-mail address: ${invalid.replace(/\s+/g, ' ').slice(0, 100)}` };
}

function urlProblem(url: string | null): RuleProblem | undefined {
  const field = 'url';
  if (url === null) return undefined;
  if (url.trim() === '') return { field, message: 'Enter the address' };
  if (url.length > 2000) return { field, message: 'At most 2,000 characters' };
  if (/\s/.test(url) || hasControlCharacters(url) || !URL.canParse(url))
    return { field, message: 'Enter a full address, such as https://chat.company.example/hooks/1' };
  const { protocol, hostname, username, password } = new URL(url);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopbackHost(hostname)))
    return { field, message: 'Must start with https:// unless it is on this machine' };
  if (username !== '' || password !== '') return { field, message: 'Must not contain a username or password' };
  return undefined;
}

function scheduleProblems({ schedule, time, zone }: Schedule): RuleProblem[] {
  if (schedule !== 'daily') return [];
  const found: RuleProblem[] = [];
  if (time === null || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    found.push({ field: 'time', message: 'Enter a time such as 09:00' });
  if (zone === null || !isZone(zone)) found.push({ field: 'zone', message: 'Choose a time zone' });
  return found;
}

/** Accepts names only: `Intl` also accepts offsets, which have no summer time. */
export function isZone(zone: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function hasControlCharacters(text: string): boolean {
  return /[\p{Cc}\u2028\u2029]/u.test(text);
}
