import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import {
  checklistIds,
  type Connection,
  type ConnectionForm,
  type ConnectionSetup as Setup,
} from '@/lib/contract/connection';
import { QueryProvider } from '@/lib/query/query-provider';
import { ConnectionFindingList } from './connection-finding-list';
import { checklistLabels, connectionLabels, goLiveLabels } from './connection-labels';
import { ConnectionSetup } from './connection-setup';
import { ConnectionView } from './connection-view';

const ignore = () => undefined;
const router = {
  bfcacheId: '',
  back: ignore,
  forward: ignore,
  push: ignore,
  replace: ignore,
  refresh: ignore,
  prefetch: ignore,
};
const form: ConnectionForm = {
  version: 0,
  savedBy: null,
  savedAt: null,
  checkedAt: null,
  unreadable: false,
  sources: { service: 'none', webhookSecret: 'none', dialect: 'none', redirectHosts: 'none' },
  url: '',
  sandboxUrl: '',
  hasToken: false,
  hasWebhookSecret: false,
  oldSecretUntil: null,
  redirectHosts: [],
  hasDialect: false,
};

function render(change: Partial<ConnectionForm>, more: Partial<Setup> = {}): string {
  const setup = {
    form: { ...form, ...change },
    checklist: checklistIds.map((id) => ({ id, done: false })),
    mayGoLive: false,
    ...more,
  };
  return inProviders(<ConnectionSetup initial={setup} />);
}
const inProviders = (children: ReactNode) =>
  renderToStaticMarkup(
    <QueryProvider>
      <AppRouterContext value={router}>
        <SearchParamsContext value={new URLSearchParams()}>{children}</SearchParamsContext>
      </AppRouterContext>
    </QueryProvider>,
  );
const { url, token, password, secret } = connectionLabels;
const labelsIn = (html: string) =>
  [url, token, password, secret].filter((label) => new RegExp(`<label[^>]*>${label}`).test(html));

describe('the form', () => {
  const sources = ['simulator', 'environment', 'stored', 'none'] as const;
  const combinations = sources.flatMap((service) => sources.map((webhookSecret) => ({ service, webhookSecret })));
  it.each(combinations)('service from $service, secret from $webhookSecret', ({ service, webhookSecret }) => {
    const html = render({ sources: { ...form.sources, service, webhookSecret } });
    const expected = [
      ...(service === 'environment' ? [] : [url, token, password]),
      ...(webhookSecret === 'environment' ? [] : [secret]),
    ];
    expect(labelsIn(html)).toEqual(expected);
    expect(html.includes('SERVICE_URL and SERVICE_TOKEN')).toBe(service === 'environment');
    expect(html.includes('WEBHOOK_SECRET')).toBe(webhookSecret === 'environment');
    expect(html.includes(connectionLabels.demo.title)).toBe(service === 'simulator');
    expect(html.includes(connectionLabels.none.title)).toBe(service === 'none');
  });

  it('says that a token is saved, and that the saved connection cannot be decrypted', () => {
    expect(render({ hasToken: true })).toContain(connectionLabels.tokenKept);
    expect(render({ unreadable: true })).toContain('cannot be decrypted');
  });
});

describe('a refused token', () => {
  const connection: Connection = {
    ...{ simulated: false, ratePerS: 10, dialect: false, fieldsNotFound: [], operator: '' },
    environments: [
      { environment: 'live', address: '', state: 'refused', since: null, lastOkAt: null, lastError: null },
    ],
    redirect: { hosts: [], last: null },
    webhooks: {
      setup: { address: '', reachable: true, secrets: 0, scheme: 'auto', header: null, toleranceS: 300, message: '' },
      ...{ lastVerifiedAt: null, lastRefusedAt: null },
    },
    poller: {
      ...{ cycleS: 0, sharePerS: 0, spendsPerS: 0, sentPerS: null, movingUnits: 0, restingUnits: 0 },
      ...{ overdue: 0, overdueS: 0, oldestPollS: null },
    },
  };
  it.each([
    [true, 'change SERVICE_TOKEN in the environment'],
    [false, 'enter it again'],
  ])('is changed where it is set (environment: %s)', (inEnvironment, expected) => {
    const html = inProviders(<ConnectionView initial={connection} inEnvironment={inEnvironment} />);
    expect(html).toContain(`Compare it with what the operator gave you, and ${expected}`);
  });
});

describe('the checklist', () => {
  it('lists what is left and offers to go live only when that is possible', () => {
    const html = render({});
    for (const id of checklistIds) expect(html).toContain(checklistLabels[id].label);
    expect(html).toContain(`${checklistIds.length} left`);
    expect(html).not.toContain(`${goLiveLabels.button}</button>`);
    expect(render({}, { mayGoLive: true })).toContain(`${goLiveLabels.button}</button>`);
  });
});

describe('findings', () => {
  const findings = {
    url: 'https://service.example/api/v2.1',
    findings: [{ area: 'live' as const, grade: 'bad' as const, message: 'The token is refused.' }],
    hostsToAllow: ['login.service.example'],
    dialect: '{}',
    questions: ['Whether our API token is valid.'],
    works: false,
  };
  const show = (saved: boolean, sources = form.sources) =>
    renderToStaticMarkup(
      <ConnectionFindingList
        findings={findings}
        saved={saved}
        busy={false}
        form={{ hasDialect: false, sources }}
        onDialect={ignore}
        onAllow={ignore}
      />,
    );

  it('are shown with what to ask, and proposals are applied only to what is saved', () => {
    for (const text of ['The token is refused.', 'Whether our API token is valid.', 'login.service.example'])
      expect(show(false)).toContain(text);
    expect(show(true)).toContain(connectionLabels.dialect.apply);
    expect(show(false)).not.toContain(`${connectionLabels.dialect.apply}</button>`);
  });

  it('name the variable instead of a proposal that the environment would override', () => {
    const html = show(true, { ...form.sources, dialect: 'environment', redirectHosts: 'environment' });
    for (const name of ['SERVICE_DIALECT', 'SERVICE_REDIRECT_HOSTS'])
      expect(html).toContain(connectionLabels.environment(name));
    expect(html).not.toContain('</button>');
  });
});
