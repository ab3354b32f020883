import { describeAnswer } from './describe-answer';
import type { Dialect } from './dialect';
import { asText, unwrapOne } from './find-field';
import { findSubject, takeAddress, takeIdentifier, type Take } from './find-subject';
import type { Missing, Reading } from './reading';
import type { CreatedImport } from './service-client';

const longestToken = 4_000;

const takeToken: Take<string> = (value) => {
  const one = unwrapOne(value);
  const token = typeof one === 'number' ? String(one) : asText(one);
  return token !== undefined && token.length <= longestToken ? token : undefined;
};

/**
 * Reads the answer to a creation. `apiUrls` are the addresses of the API itself: an address below one of them is a link
 * to the import's own resource, where a customer would meet a refusal, and not the page to send them to.
 */
export function readCreatedImport(
  answer: unknown,
  dialect: Dialect,
  apiUrls: readonly string[] = [],
): Reading<CreatedImport> {
  const takePage: Take<string> = (value, standing) => {
    const address = takeAddress(value, standing);
    const api = address !== undefined && apiUrls.some((url) => address === url || address.startsWith(`${url}/`));
    return api ? undefined : address;
  };
  const subject = findSubject(answer, dialect.created, { id: takeIdentifier, redirectUrl: takePage, token: takeToken });
  const value: CreatedImport = {
    id: subject.find('id', takeIdentifier) ?? null,
    redirectUrl: subject.find('redirectUrl', takePage) ?? null,
    token: subject.find('token', takeToken) ?? null,
  };
  const missing: Missing[] = [];
  const miss = (fact: 'id' | 'redirectUrl', called: string): void => {
    const where = dialect.created.facts[fact];
    const told = 'paths' in where ? ` at ${where.paths.join(' or ')}, where the dialect file says it is` : '';
    missing.push({
      fact: `created.${fact}`,
      say: `the creation answer has no ${called}${told}; ${describeAnswer(answer)}`,
    });
  };
  if (value.id === null) miss('id', 'identifier');
  if (value.redirectUrl === null) miss('redirectUrl', 'redirect URL');
  const nothing = value.id === null && value.redirectUrl === null;
  return {
    value,
    missing,
    unreadable: nothing
      ? `The creation answer has neither identifier nor redirect URL; ${describeAnswer(answer)}.`
      : null,
  };
}
