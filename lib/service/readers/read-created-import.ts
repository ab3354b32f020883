import { describeJson } from '../dialect/describe-json';
import type { Dialect } from '../dialect/dialect';
import { asText, unwrapOne } from '../dialect/find-field';
import { findSubject, parseUrl, parseIdentifier, type ParseValue } from '../dialect/find-subject';
import { listMissing, type ReadResult } from './read-result';
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
  const nothing = value.id === null && value.redirectUrl === null;
  return {
    value,
    missing: listMissing({
      section: 'created',
      subject: 'the creation answer',
      json,
      called: { id: 'identifier', redirectUrl: 'redirect URL' },
      value,
      locations: dialect.created.facts,
    }),
    unreadable: nothing ? `The creation answer has neither identifier nor redirect URL; ${describeJson(json)}.` : null,
  };
}
