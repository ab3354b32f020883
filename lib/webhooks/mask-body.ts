import { isUuid } from '../core/is-uuid';
import { secretNamePattern } from '../service/dialect/dialect';
import { isRecord, normalizeName } from '../service/dialect/find-field';
import { parseLosslessJson } from '../service/dialect/parse-lossless-json';
import { decodeUtf8 } from './read-delivery-body';

const hidden = '[hidden]';
const maxDepth = 40;
const maxShownLength = 200_000;

/** The body for admins, without values of secret fields and without anything that looks like a token. */
export function maskBody(body: Uint8Array): { text: string; kind: 'json' | 'text' | 'bytes' } {
  const text = decodeUtf8(body);
  if (text === undefined) return { text: Buffer.from(body).toString('hex').slice(0, 20_000), kind: 'bytes' };
  const parsed = parseLosslessJson(text);
  if (!parsed.ok) return { text: maskText(text).slice(0, maxShownLength), kind: 'text' };
  return { text: JSON.stringify(maskValue(parsed.value, 0), null, 2).slice(0, maxShownLength), kind: 'json' };
}

function maskValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return '[deeper than is shown]';
  if (Array.isArray(value)) return value.map((entry) => maskValue(entry, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      maskText(name),
      secretNamePattern.test(normalizeName(name)) && inner !== null ? hidden : maskValue(inner, depth + 1),
    ]),
  );
}

/** Masks URL queries and fragments, bearer values, long mixes of letters and digits, and secret fields of cut JSON. */
function maskText(text: string): string {
  return text
    .replace(/(https?:\/\/[^\s"'?#]*)[?#][^\s"']+/gi, `$1?${hidden}`)
    .replace(/\b(bearer|basic)\s+[^\s"']+/gi, `$1 ${hidden}`)
    .replace(/"([^"]{1,200})"(\s*:\s*)"(?:[^"\\]|\\.)*(?:"|\\?$)/g, (pair, name: string, colon: string) =>
      secretNamePattern.test(normalizeName(name)) ? `"${name}"${colon}"${hidden}"` : pair,
    )
    .replace(/[A-Za-z0-9_+/-]{32,}={0,2}/g, (run) =>
      /\d/.test(run) && /[A-Za-z]/.test(run) && !isUuid(run) ? hidden : run,
    );
}
