import { isImportId } from '../../contract/import-id';
import { urlNames, envelopeNames, nestedObjectNames, labelNames, type Resource, type FactLocation } from './dialect';
import { asText, fieldsOf, followPath, isRecord, normalizeName, unwrapOne, type Fields } from './find-field';

/** An object of the answer in which facts may stand: its own fields, then those of its parts (`attributes`, `links`). */
interface Candidate {
  readonly path: string;
  readonly depth: number;
  readonly object: Record<string, unknown>;
  readonly fields: readonly Fields[];
}

/**
 * Under what kind of name a value stands: its own, a plain one that other things carry too, or a plain one outside the
 * subject, where it most likely means something else.
 */
export type NameKind = 'own' | 'plain' | 'elsewhere';

/** Takes a value as a fact, or says undefined when it cannot be one. */
export type ParseValue<T> = (value: unknown, nameKind: NameKind) => T | undefined;

export interface Subject<Fact extends string> {
  readonly candidates: readonly Candidate[];
  find<T>(fact: Fact, parse: ParseValue<T>): T | undefined;
}

/**
 * Finds the thing an answer is about, at the top or inside envelopes, and the facts about it. The subject is the place
 * that holds most of the facts looked for, the inner one when they hold equally many: an envelope's own `id` and
 * `status` are about the call, not about the import. What the subject lacks is taken from the other places, under
 * plain names last of all.
 */
export function findSubject<Fact extends string>(
  answer: unknown,
  resource: Resource<Fact>,
  parsers: Readonly<Partial<Record<Fact, ParseValue<unknown>>>>,
  onTie: 'inner' | 'outer' = 'inner',
): Subject<Fact> {
  const places = findCandidates(answer, resource.envelope);
  const count = (place: Candidate): number => {
    let found = 0;
    for (const fact in parsers) {
      const parse = parsers[fact];
      if (parse && findInside(place, resource.facts[fact], parse) !== undefined) found += 1;
    }
    // What is called an import is one, even where more is told around it.
    return found > 0 && importPathPattern.test(place.path) ? found + 1 : found;
  };
  const deeper = onTie === 'inner' ? 1 : -1;
  const ranked =
    places.length < 2
      ? places
      : places
          .map((place, order) => ({ place, order, found: count(place) }))
          .sort((a, b) => b.found - a.found || deeper * (b.place.depth - a.place.depth) || a.order - b.order)
          .map(({ place }) => place);
  const [first, ...others] = ranked;
  return {
    candidates: ranked,
    find: (fact, parse) => {
      if (!first) return undefined;
      const where = resource.facts[fact];
      return findInside(first, where, parse) ?? findOutside(others, where, parse);
    },
  };
}

const importPathPattern = /(^|\.)(import|migration|importmigration)$/;

function findInside<T>(place: Candidate, where: FactLocation, parse: ParseValue<T>): T | undefined {
  if ('paths' in where) return parseAtPaths([place], where.paths, parse);
  return parseFirst([place], where.specific, parse, 'own') ?? parseFirst([place], where.generic, parse, 'plain');
}

function findOutside<T>(places: readonly Candidate[], where: FactLocation, parse: ParseValue<T>): T | undefined {
  if ('paths' in where) return parseAtPaths(places, where.paths, parse);
  return parseFirst(places, where.specific, parse, 'own') ?? parseFirst(places, where.generic, parse, 'elsewhere');
}

function parseAtPaths<T>(places: readonly Candidate[], paths: readonly string[], parse: ParseValue<T>): T | undefined {
  for (const path of paths) {
    for (const place of places) {
      const taken = parse(followPath(place.object, path), 'own');
      if (taken !== undefined) return taken;
    }
  }
  return undefined;
}

function parseFirst<T>(
  places: readonly Candidate[],
  names: readonly string[],
  parse: ParseValue<T>,
  nameKind: NameKind,
): T | undefined {
  for (const name of names) {
    for (const place of places) {
      for (const fields of place.fields) {
        if (!fields.has(name)) continue;
        const taken = parse(fields.get(name), nameKind);
        if (taken !== undefined) return taken;
      }
    }
  }
  return undefined;
}

const maxEnvelopeDepth = 3;
const maxCandidates = 24;

function findCandidates(answer: unknown, envelope: string | undefined): Candidate[] {
  const top = unwrapOne(answer);
  if (!isRecord(top)) return [];
  if (envelope !== undefined) {
    const inner = unwrapOne(followPath(top, envelope));
    return isRecord(inner) ? [toCandidate(inner, envelope, 1), toCandidate(top, '', 0)] : [toCandidate(top, '', 0)];
  }
  const places: Candidate[] = [];
  const visit = (object: Record<string, unknown>, path: string, depth: number): void => {
    if (places.length >= maxCandidates) return;
    const place = toCandidate(object, path, depth);
    places.push(place);
    if (depth >= maxEnvelopeDepth) return;
    for (const name of envelopeNames) {
      const inner = unwrapOne(place.fields[0]?.get(name));
      if (isRecord(inner)) visit(inner, path === '' ? name : `${path}.${name}`, depth + 1);
    }
  };
  visit(top, '', 0);
  return places;
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

/** An identifier is an opaque text; numbers and texts are both fine. */
export function parseIdentifier(value: unknown): string | undefined {
  const one = unwrapOne(value);
  const id = typeof one === 'number' && Number.isFinite(one) ? String(one) : one;
  return typeof id === 'string' && id.trim() !== '' && isImportId(id) && id.isWellFormed() ? id : undefined;
}

/** A text, or an object that carries one: `{ "text": "Migration completed", "code": 7 }`. */
export function parseLabel(value: unknown): string | undefined {
  return asText(value) ?? fromObject(value, labelNames, asText);
}

/** An address, or an object that carries one. Under a plain name such as `location` it must look like one. */
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
    // One level only: what is nested deeper is no word but a thing.
    if (isRecord(unwrapOne(inner))) continue;
    const taken = parse(inner);
    if (taken !== undefined) return taken;
  }
  return undefined;
}
