import type { FieldError } from '../../core/errors';
import { secretNamePattern } from '../dialect/dialect';
import { cleanText, collectLeaves, isRecord, normalizeName, unwrapOne } from '../dialect/find-field';

const maxLength = { field: 500, message: 10_000 };
const maxErrors = 1_000;
const maxDepth = 24;

/** Fields of a creation. Errors are assigned to them whatever spelling the service uses. */
const knownFields = [
  'source_tool',
  'destination_instance_url',
  'destination_username',
  'destination_token',
  'start_full',
  'family',
] as const;
const knownFieldByName = new Map<string, string>(knownFields.map((field) => [normalizeName(field), field]));

const titleNames = new Set(['title', 'summary']);
const messageNames = new Set(['message', 'messages', 'msg', 'detail', 'text', 'description', 'reason', 'errormessage']);
const wrapperNames = new Set([
  'errors',
  'error',
  'violations',
  'invalidparams',
  'issues',
  'fielderrors',
  'validationerrors',
  'constraints',
  'details',
  'problems',
  'failures',
  'fields',
  'data',
]);
const locatorNames = new Set([
  'field',
  'fieldname',
  'param',
  'parameter',
  'property',
  'propertypath',
  'attribute',
  'path',
  'pointer',
  'loc',
  'datapath',
  'instancepath',
]);
/** Ambiguous names (`"location": "body"`): they count only when the value is a known field. */
const weakLocatorNames = new Set(['name', 'key', 'source', 'location', 'target', 'argument']);
/** Keys of errors about the whole form. */
const formNames = new Set(['', 'base', 'all', 'general', 'form', 'global', 'nonfielderrors', 'root']);
const codeNames = new Set(['status', 'statuscode', 'httpstatus', 'httpcode']);

/** Reads any error body, also JSON:API, problem details and plain text. No message is lost. */
export function readValidationErrors(body: unknown): FieldError[] {
  const errors: FieldError[] = [];
  let more = 0;

  const emit = (field: string, message: string): void => {
    if (message.trim() === '') return;
    const shown = field.length > maxLength.field ? '' : cleanText(field);
    const text = shown === field ? message : `${field}: ${message}`;
    for (let at = 0; at < text.length; at += maxLength.message) {
      if (errors.length < maxErrors - 1) {
        errors.push({ field: shown, message: cleanText(text.slice(at, at + maxLength.message)) });
      } else more += 1;
    }
  };

  const read = (value: unknown, field: string, depth: number): void => {
    if (typeof value === 'string') {
      if (field === '') for (const message of splitText(value)) emit(message.field, message.message);
      else emit(field, value);
    } else if (typeof value === 'number' || typeof value === 'boolean') {
      // `{ "source_tool": true }` marks the field; other numbers are codes.
      if (isKnown(field) && value !== false) emit(field, String(value));
    } else if (depth > maxDepth) {
      const { leaves, more: beyond } = collectLeaves(value, maxErrors);
      for (const { leaf } of leaves) if (typeof leaf === 'string') emit(field, leaf);
      more += beyond;
    } else if (Array.isArray(value)) {
      for (const entry of value) read(entry, field, depth + 1);
    } else if (isRecord(value)) {
      if (isErrorObject(value)) readErrorObject(value, field, depth);
      else for (const name in value) read(value[name], nestedField(field, name), depth + 1);
    }
  };

  const readErrorObject = (object: Record<string, unknown>, around: string, depth: number): void => {
    const titles: string[] = [];
    const messages: string[] = [];
    const others: string[] = [];
    const inner: [unknown, string][] = [];
    const located: string[] = [];
    for (const name in object) {
      const value = object[name];
      const normalized = normalizeName(name);
      const texts = textsOf(value);
      if (texts && titleNames.has(normalized)) titles.push(...texts);
      else if (texts && messageNames.has(normalized)) messages.push(...texts);
      else if (messageNames.has(normalized) || wrapperNames.has(normalized)) inner.push([value, '']);
      else if (knownFieldByName.has(normalized)) inner.push([value, name]);
      else if (isLocator(normalized, value)) located.push(locatedField(value) ?? '');
      else if (!codeNames.has(normalized)) {
        for (const { path, leaf } of collectLeaves(value, maxErrors).leaves) {
          if (typeof leaf !== 'string' || leaf.trim() === '') continue;
          const full = [name, ...path].join('.');
          others.push(secretNamePattern.test(normalizeName(full)) ? `${full}: hidden` : `${full}: ${leaf}`);
        }
      }
    }
    const field = located.find((name) => isKnown(name)) ?? located[0] ?? around;
    for (const name of located) if (name !== field && !isKnown(name)) others.push(name);
    const rest = others.join('; ');
    const heads = messages.length > 0 ? messages : titles.splice(0);
    heads.forEach((message, index) => {
      const titled = index === 0 && titles.length > 0 ? `${titles.join(': ')}: ${message}` : message;
      const text = index === 0 && rest !== '' ? `${titled} (${rest})` : titled;
      // A lone text may name several fields.
      if (field === '' && rest === '' && titles.length === 0) read(text, '', depth + 1);
      else emit(field, text);
    });
    for (const [value, name] of inner) read(value, name === '' ? field : nestedField('', name), depth + 1);
    if (heads.length === 0) emit(field, rest === '' && inner.length === 0 ? field : rest);
  };

  read(typeof body === 'string' ? withoutMarkup(body) : body, '', 0);
  if (more > 0) errors.push({ field: '', message: `${more} more messages are in the raw reply` });
  return errors;
}

/** One error or a wrapper of several; any other object is a map from field to messages. */
function isErrorObject(object: Record<string, unknown>): boolean {
  for (const name in object) {
    const plain = normalizeName(name);
    if (wrapperNames.has(plain)) return true;
    if ((messageNames.has(plain) || titleNames.has(plain)) && textsOf(object[name])) return true;
    if (isLocator(plain, object[name]) && isKnown(locatedField(object[name]) ?? '')) return true;
  }
  return false;
}

function textsOf(value: unknown): string[] | undefined {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value) || value.length === 0) return undefined;
  return value.every((entry) => typeof entry === 'string') ? value : undefined;
}

function isKnown(field: string): boolean {
  return knownFieldByName.has(normalizeName(field));
}

function isLocator(plain: string, value: unknown): boolean {
  const place = locatedField(value);
  return place !== undefined && (locatorNames.has(plain) || (weakLocatorNames.has(plain) && isKnown(place)));
}

/** Accepts a name, a path, a JSON pointer, a list of steps, or an object that holds one of these. */
function locatedField(value: unknown): string | undefined {
  const one = unwrapOne(value);
  if (typeof one === 'string') return toKnownField(one.split(/[./[\]]+/), one);
  if (Array.isArray(one)) {
    const steps = one.filter((step) => typeof step === 'string' || typeof step === 'number').map(String);
    return steps.length === one.length && steps.length > 0 ? toKnownField(steps, steps.join('.')) : undefined;
  }
  if (!isRecord(one)) return undefined;
  const names = Object.keys(one);
  const [only] = names;
  return names.length === 1 && only !== undefined && locatorNames.has(normalizeName(only))
    ? locatedField(one[only])
    : undefined;
}

/** `import[source_tool]`, `/data/attributes/source_tool` and `sourceTool` are all `source_tool`. */
function toKnownField(steps: readonly string[], asItCame: string): string {
  for (let from = 0; from < Math.min(steps.length, 20); from += 1) {
    const known = knownFieldByName.get(normalizeName(steps.slice(from).join('')));
    if (known !== undefined) return known;
  }
  return formNames.has(normalizeName(asItCame)) ? '' : asItCame;
}

/** Errors nested inside a known field belong to that field. */
function nestedField(around: string, name: string): string {
  const steps = name.split(/[./[\]]+/);
  const inside = toKnownField(around === '' ? steps : [around, ...steps], name);
  if (around === '' || isKnown(inside)) return inside;
  return inside === '' || isKnown(around) ? around : `${around}.${inside}`;
}

const fieldPattern = knownFields.map((field) => field.replaceAll('_', '[\\s_-]?')).join('|');
const startsWithField = new RegExp(`^\\W{0,3}(${fieldPattern})(?![\\w-])`, 'i');
const beforeField = new RegExp(`;\\s+(?=(?:${fieldPattern})(?![\\w-]))`, 'i');

/** One message per line and per field: "source_tool can't be blank; family is unknown". */
function splitText(text: string): FieldError[] {
  return text
    .split(/\r?\n/)
    .flatMap((line) => line.split(beforeField))
    .map((message) => message.trim())
    .filter((message) => message !== '')
    .map((message) => {
      const named = startsWithField.exec(message)?.[1];
      return { field: (named && knownFieldByName.get(normalizeName(named))) ?? '', message };
    });
}

function withoutMarkup(text: string): string {
  if (!/^\s*</.test(text)) return text;
  return text
    .replace(/<(script|style)\b[^]*?<\/\1\s*>/gi, ' ')
    .replace(/<[^>]*>/g, '\n')
    .replace(/[^\S\n]+/g, ' ');
}
