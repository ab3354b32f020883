import { isImportId } from '../contract/import-id';
import { addressNames, envelopeNames, partNames, wordNames, type Resource, type Where } from './dialect';
import { asText, fieldsOf, followPath, isRecord, plainName, unwrapOne, type Fields } from './find-field';

/** An object of the answer in which facts may stand: its own fields, then those of its parts (`attributes`, `links`). */
interface Place {
  readonly path: string;
  readonly depth: number;
  readonly object: Record<string, unknown>;
  readonly fields: readonly Fields[];
}

/**
 * Under what kind of name a value stands: its own, a plain one that other things carry too, or a plain one outside the
 * subject, where it most likely means something else.
 */
export type Standing = 'own' | 'plain' | 'elsewhere';

/** Takes a value as a fact, or says undefined when it cannot be one. */
export type Take<T> = (value: unknown, standing: Standing) => T | undefined;

export interface Subject<Fact extends string> {
  readonly places: readonly Place[];
  find<T>(fact: Fact, take: Take<T>): T | undefined;
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
  takes: Readonly<Partial<Record<Fact, Take<unknown>>>>,
  onTie: 'inner' | 'outer' = 'inner',
): Subject<Fact> {
  const places = placesOf(answer, resource.envelope);
  const count = (place: Place): number => {
    let found = 0;
    for (const fact in takes) {
      const take = takes[fact];
      if (take && findInside(place, resource.facts[fact], take) !== undefined) found += 1;
    }
    // What is called an import is one, even where more is told around it.
    return found > 0 && calledImport.test(place.path) ? found + 1 : found;
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
    places: ranked,
    find: (fact, take) => {
      if (!first) return undefined;
      const where = resource.facts[fact];
      return findInside(first, where, take) ?? findOutside(others, where, take);
    },
  };
}

const calledImport = /(^|\.)(import|migration|importmigration)$/;

function findInside<T>(place: Place, where: Where, take: Take<T>): T | undefined {
  if ('paths' in where) return takePaths([place], where.paths, take);
  return takeFirst([place], where.own, take, 'own') ?? takeFirst([place], where.plain, take, 'plain');
}

function findOutside<T>(places: readonly Place[], where: Where, take: Take<T>): T | undefined {
  if ('paths' in where) return takePaths(places, where.paths, take);
  return takeFirst(places, where.own, take, 'own') ?? takeFirst(places, where.plain, take, 'elsewhere');
}

function takePaths<T>(places: readonly Place[], paths: readonly string[], take: Take<T>): T | undefined {
  for (const path of paths) {
    for (const place of places) {
      const taken = take(followPath(place.object, path), 'own');
      if (taken !== undefined) return taken;
    }
  }
  return undefined;
}

function takeFirst<T>(
  places: readonly Place[],
  names: readonly string[],
  take: Take<T>,
  standing: Standing,
): T | undefined {
  for (const name of names) {
    for (const place of places) {
      for (const fields of place.fields) {
        if (!fields.has(name)) continue;
        const taken = take(fields.get(name), standing);
        if (taken !== undefined) return taken;
      }
    }
  }
  return undefined;
}

const deepestEnvelope = 3;
const mostPlaces = 24;

function placesOf(answer: unknown, envelope: string | undefined): Place[] {
  const top = unwrapOne(answer);
  if (!isRecord(top)) return [];
  if (envelope !== undefined) {
    const inner = unwrapOne(followPath(top, envelope));
    return isRecord(inner) ? [placeAt(inner, envelope, 1), placeAt(top, '', 0)] : [placeAt(top, '', 0)];
  }
  const places: Place[] = [];
  const visit = (object: Record<string, unknown>, path: string, depth: number): void => {
    if (places.length >= mostPlaces) return;
    const place = placeAt(object, path, depth);
    places.push(place);
    if (depth >= deepestEnvelope) return;
    for (const name of envelopeNames) {
      const inner = unwrapOne(place.fields[0]?.get(name));
      if (isRecord(inner)) visit(inner, path === '' ? name : `${path}.${name}`, depth + 1);
    }
  };
  visit(top, '', 0);
  return places;
}

function placeAt(object: Record<string, unknown>, path: string, depth: number): Place {
  const own = fieldsOf(object);
  const fields = [own];
  for (const name of partNames) {
    const part = own.get(name);
    if (isRecord(part)) fields.push(fieldsOf(part));
  }
  return { path, depth, object, fields };
}

/** An identifier is an opaque text; numbers and texts are both fine. */
export function takeIdentifier(value: unknown): string | undefined {
  const one = unwrapOne(value);
  const id = typeof one === 'number' && Number.isFinite(one) ? String(one) : one;
  return typeof id === 'string' && id.trim() !== '' && isImportId(id) && id.isWellFormed() ? id : undefined;
}

/** A text, or an object that carries one: `{ "text": "Migration completed", "code": 7 }`. */
export function takeWord(value: unknown): string | undefined {
  return asText(value) ?? fromObject(value, wordNames, asText);
}

/** An address, or an object that carries one. Under a plain name such as `location` it must look like one. */
export function takeAddress(value: unknown, standing: Standing): string | undefined {
  const one = unwrapOne(value);
  if (typeof one !== 'string') return fromObject(one, addressNames, (inner) => takeAddress(inner, standing));
  const text = one.trim();
  return text !== '' && (standing === 'own' || /^https?:\/\//i.test(text)) ? text : undefined;
}

function fromObject<T>(
  value: unknown,
  names: readonly string[],
  take: (inner: unknown) => T | undefined,
): T | undefined {
  const one = unwrapOne(value);
  if (!isRecord(one)) return undefined;
  const fields = fieldsOf(one);
  for (const name of names) {
    const inner = fields.get(plainName(name));
    // One level only: what is nested deeper is no word but a thing.
    if (isRecord(unwrapOne(inner))) continue;
    const taken = take(inner);
    if (taken !== undefined) return taken;
  }
  return undefined;
}
