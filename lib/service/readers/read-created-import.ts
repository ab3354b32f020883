import { describeJson } from '../dialect/describe-json';
import type { Dialect } from '../dialect/dialect';
import { asText, unwrapOne } from '../dialect/find-field';
import { findSubject, parseUrl, parseIdentifier, type ParseValue } from '../dialect/find-subject';
import type { MissingFact, ReadResult } from './read-result';
import type { CreatedImport } from '../service-client';

const maxTokenLength = 4_000;

const parseToken: ParseValue<string> = (value) => {
  const one = unwrapOne(value);
  const token = typeof one === 'number' ? String(one) : asText(one);
  return token !== undefined && token.length <= maxTokenLength ? token : undefined;
};

/** URLs below `apiUrls` link to the API resource, not to the page for the customer. */
export function readCreatedImport(
  json: unknown,
  dialect: Dialect,
  apiUrls: readonly string[] = [],
): ReadResult<CreatedImport> {
  const parsePageUrl: ParseValue<string> = (value, nameKind) => {
    const found = parseUrl(value, nameKind);
    const isApi = found !== undefined && apiUrls.some((url) => found === url || found.startsWith(`${url}/`));
    return isApi ? undefined : found;
  };
  const subject = findSubject(json, dialect.created, {
    id: parseIdentifier,
    redirectUrl: parsePageUrl,
    token: parseToken,
  });
  const value: CreatedImport = {
    id: subject.find('id', parseIdentifier) ?? null,
    redirectUrl: subject.find('redirectUrl', parsePageUrl) ?? null,
    token: subject.find('token', parseToken) ?? null,
  };
  const missing: MissingFact[] = [];
  const reportMissing = (fact: 'id' | 'redirectUrl', called: string): void => {
    const where = dialect.created.facts[fact];
    const configuredAt = 'paths' in where ? ` at ${where.paths.join(' or ')}, where the dialect file says it is` : '';
    missing.push({
      fact: `created.${fact}`,
      message: `the creation answer has no ${called}${configuredAt}; ${describeJson(json)}`,
    });
  };
  if (value.id === null) reportMissing('id', 'identifier');
  if (value.redirectUrl === null) reportMissing('redirectUrl', 'redirect URL');
  const nothing = value.id === null && value.redirectUrl === null;
  return {
    value,
    missing,
    unreadable: nothing ? `The creation answer has neither identifier nor redirect URL; ${describeJson(json)}.` : null,
  };
}
