/** Rules of the interface that --break violates on purpose, to test the conformance suite. */
export const brokenRules = {
  'no-authentication': 'requests without a token are served',
  'any-token': 'an invalid token is served',
  'created-200': 'creation answers 200 instead of 201',
  'no-redirect-url': 'creation returns no redirect URL',
  'bad-syntax-422': 'a body that is not JSON is answered 422 instead of 400',
  'validation-400': 'a missing source_tool is answered 400 instead of 422',
  'any-tool-accepted': 'an import without source_tool is created',
  'html-errors': 'errors are HTML pages',
  'unknown-import-200': 'an unknown import is answered 200 with null',
  'gone-visible': 'cancelled and archived imports are still returned',
  'accept-body': 'accepting answers with a body',
  'reject-unknown-200': 'rejecting an unknown import answers 200',
  'status-capitals': 'status texts are in other capitals',
  'no-family': 'an import is returned without its family',
  'warnings-always': 'an empty list of warnings is returned when there are none',
  'tools-unfiltered': 'the family filter of the tools is ignored',
  'tools-without-slug': 'tools are returned without their slug',
  'list-of-everybody': 'the list contains the imports of every username',
  'list-without-status': 'the list returns only identifiers',
  'empty-list-404': 'a username without imports is answered 404',
  'no-rate-limit': 'no request is ever answered 429',
  'fixed-window': 'the rate is counted in fixed windows instead of sliding ones',
  'sandbox-limited': 'the sandbox has the rate limit too',
  'sandbox-creates': 'the sandbox creates what it validates',
  'sandbox-unvalidated': 'the sandbox validates nothing',
  'sandbox-live-gets': 'the sandbox answers GET with live data',
  'start-full-samples': 'start_full begins with a sample',
  'webhook-other-text': 'webhooks use other status texts than the API',
  'webhook-without-time': 'webhooks have no timestamp',
  'webhook-unsigned': 'webhooks have no signature although a secret is set',
} as const;

export type BrokenRule = keyof typeof brokenRules;

export function isBrokenRule(text: string): text is BrokenRule {
  return Object.hasOwn(brokenRules, text);
}
