import { isImportId } from '../../contract/import-id';
import { knownStatuses } from '../../contract/status';
import {
  callStatusTexts,
  urlNames,
  envelopeNames,
  nestedObjectNames,
  toolEnvelopeNames,
  labelNames,
  type Resource,
  type FactLocation,
} from './dialect';
import { asText, cleanText, fieldsOf, followPath, isRecord, normalizeName, unwrapOne, type Fields } from './find-field';

/** An object that may hold facts. `fields` are its own, then those of nested objects such as `attributes`. */
interface Candidate {
  readonly path: string;
  readonly depth: number;
  readonly object: Record<string, unknown>;
  readonly fields: readonly Fields[];
}

/** `outside`: a generic name outside the subject, where it most likely means something else. */
export type NameKind = 'own' | 'generic' | 'outside';

export type ParseValue<T> = (value: unknown, nameKind: NameKind) => T | undefined;

export interface Subject<Fact extends string> {
  readonly candidates: readonly Candidate[];
  find<T>(fact: Fact, parse: ParseValue<T>): T | undefined;
}

/**
 * Finds the object a response is about, at the top or inside envelopes. It is the candidate with the most facts; on a
 * tie the inner one, because an envelope's `id` and `status` are about the call. Facts it lacks are parsed from the
 * other candidates, generic names last.
 */
export function findSubject<Fact extends string>(
  json: unknown,
  resource: Resource<Fact>,
  parsers: Readonly<Partial<Record<Fact, ParseValue<unknown>>>>,
  onTie: 'inner' | 'outer' = 'inner',
): Subject<Fact> {
  const wrappers = 'slug' in resource.facts ? [...envelopeNames, ...toolEnvelopeNames] : envelopeNames;
  const candidates = findCandidates(json, resource.envelope, wrappers);
  const count = (candidate: Candidate): number => {
    let found = 0;
    for (const fact in parsers) {
      const parse = parsers[fact];
      if (parse && findIn([candidate], resource.facts[fact], parse, 'generic') !== undefined) found += 1;
    }
    // Prefer an object named "import", even if objects around it hold more facts.
    return found > 0 && onTie === 'inner' && importPathPattern.test(candidate.path) ? found + 1 : found;
  };
  const deeper = onTie === 'inner' ? 1 : -1;
  const ranked =
    candidates.length < 2
      ? candidates
      : candidates
          .map((candidate, order) => ({ candidate, order, found: count(candidate) }))
          .sort((a, b) => b.found - a.found || deeper * (b.candidate.depth - a.candidate.depth) || a.order - b.order)
          .map(({ candidate }) => candidate);
  const [first, ...others] = ranked;
  return {
    candidates: ranked,
    find: (fact, parse) => {
      if (!first) return undefined;
      const location = resource.facts[fact];
      return findIn([first], location, parse, 'generic') ?? findIn(others, location, parse, 'outside');
    },
  };
}

export const importPathPattern = /(^|\.)(import|migration|importmigration)$/;

function findIn<T>(
  candidates: readonly Candidate[],
  location: FactLocation,
  parse: ParseValue<T>,
  genericKind: 'generic' | 'outside',
): T | undefined {
  if ('paths' in location) return parseAtPaths(candidates, location.paths, parse);
  return (
    parseFirst(candidates, location.specific, parse, 'own') ??
    parseFirst(candidates, location.generic, parse, genericKind)
  );
}

function parseAtPaths<T>(
  candidates: readonly Candidate[],
  paths: readonly string[],
  parse: ParseValue<T>,
): T | undefined {
  for (const path of paths) {
    for (const candidate of candidates) {
      const parsed = parse(followPath(candidate.object, path), 'own');
      if (parsed !== undefined) return parsed;
    }
  }
  return undefined;
}

function parseFirst<T>(
  candidates: readonly Candidate[],
  names: readonly string[],
  parse: ParseValue<T>,
  nameKind: NameKind,
): T | undefined {
  for (const name of names) {
    for (const candidate of candidates) {
      for (const fields of candidate.fields) {
        if (!fields.has(name)) continue;
        const parsed = parse(fields.get(name), nameKind);
        if (parsed !== undefined) return parsed;
      }
    }
  }
  return undefined;
}

export const maxFamilyLength = 200;
const maxEnvelopeDepth = 3;
const maxCandidates = 24;

function findCandidates(json: unknown, envelope: string | undefined, wrappers: readonly string[]): Candidate[] {
  const top = unwrapOne(json);
  if (!isRecord(top)) return [];
  if (envelope !== undefined) {
    const inner = unwrapOne(followPath(top, envelope));
    return isRecord(inner) ? [toCandidate(inner, envelope, 1), toCandidate(top, '', 0)] : [toCandidate(top, '', 0)];
  }
  const candidates: Candidate[] = [];
  const visit = (object: Record<string, unknown>, path: string, depth: number): void => {
    if (candidates.length >= maxCandidates) return;
    const candidate = toCandidate(object, path, depth);
    candidates.push(candidate);
    if (depth >= maxEnvelopeDepth) return;
    for (const name of wrappers) {
      const inner = unwrapOne(candidate.fields[0]?.get(name));
      if (isRecord(inner)) visit(inner, path === '' ? name : `${path}.${name}`, depth + 1);
    }
  };
  visit(top, '', 0);
  return candidates;
}

function toCandidate(object: Record<string, unknown>, path: string, depth: number): Candidate {
  const own = fieldsOf(object);
  const fields = [own];
  for (const name of nestedObjectNames) {
    const part = own.get(name);
    if (isRecord(part)) fields.push(fieldsOf(part));
  }
  return { path, depth, object, fields };
}

export function parseIdentifier(value: unknown): string | undefined {
  const one = unwrapOne(value);
  const id = typeof one === 'number' && Number.isFinite(one) ? String(one) : one;
  return typeof id === 'string' && id.trim() !== '' && isImportId(id) && id.isWellFormed() ? id : undefined;
}

/** A text, or an object that carries one: `{ "text": "Migration completed", "code": 7 }`. */
export function parseLabel(value: unknown): string | undefined {
  return asText(value) ?? fromObject(value, labelNames, asText);
}

export function parseFamily(value: unknown): string | undefined {
  const text = parseLabel(value);
  return text !== undefined && text.length <= maxFamilyLength ? text : undefined;
}

/** A URL, or an object that carries one. Under a generic name such as `location` it must look like a URL. */
export function parseUrl(value: unknown, nameKind: NameKind): string | undefined {
  const one = unwrapOne(value);
  if (typeof one !== 'string') return fromObject(one, urlNames, (inner) => parseUrl(inner, nameKind));
  const text = one.trim();
  return text !== '' && (nameKind === 'own' || /^https?:\/\//i.test(text)) ? text : undefined;
}

function fromObject<T>(
  value: unknown,
  names: readonly string[],
  parse: (inner: unknown) => T | undefined,
): T | undefined {
  const one = unwrapOne(value);
  if (!isRecord(one)) return undefined;
  const fields = fieldsOf(one);
  for (const name of names) {
    const inner = fields.get(normalizeName(name));
    if (isRecord(unwrapOne(inner))) continue;
    const parsed = parse(inner);
    if (parsed !== undefined) return parsed;
  }
  return undefined;
}

export const parsePresent: ParseValue<unknown> = (value) => value ?? undefined;

/** The limit of our API schema; a longer text is cut. */
const maxStatusLength = 500;

/** `"status": "success"` outside the import is about the call. */
export const parseStatusText: ParseValue<string> = (value, nameKind) => {
  const text = parseLabel(value);
  if (text === undefined) return undefined;
  if (nameKind === 'outside' && (callStatusTexts.has(text.toLowerCase()) || /^(\d+|fail(ed|ure)?|error)$/i.test(text)))
    return undefined;
  return text.length <= maxStatusLength ? text : `${text.slice(0, maxStatusLength - 1).toWellFormed()}…`;
};

/** Used only when there is no text. */
const parseStatusNumber: ParseValue<string> = (value, nameKind) => {
  const one = unwrapOne(value);
  return typeof one === 'number' && nameKind !== 'outside' ? cleanText(String(one)) : undefined;
};

const documentedTexts: ReadonlySet<string> = new Set(knownStatuses.map((text) => text.toLowerCase()));

/** Comes before a sentence about it in a field such as `status_description`. Not where the dialect file says what comes first. */
const parseDocumentedStatus: ParseValue<string> = (value, nameKind) => {
  const text = nameKind === 'generic' ? parseStatusText(value, nameKind) : undefined;
  return text !== undefined && documentedTexts.has(text.trim().toLowerCase()) ? text : undefined;
};

export function readStatus(subject: Subject<'status'>): string | null {
  return (
    subject.find('status', parseDocumentedStatus) ??
    subject.find('status', parseStatusText) ??
    subject.find('status', parseStatusNumber) ??
    null
  );
}
