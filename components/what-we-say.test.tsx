import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, inject, it } from 'vitest';
import { type Branding, defaultBranding } from '@/lib/contract/branding';
import type { CustomerMigration } from '@/lib/contract/customer-migration';
import type { Decision, DecisionSummary } from '@/lib/contract/decisions';
import type { ImportDetail } from '@/lib/contract/imports';
import type { QueueItem } from '@/lib/contract/sponsorship';
import type { Claims } from '@/lib/contract/situation';
import { languages, type Language } from '@/lib/contract/languages';
import { makeDecision } from '@/lib/contract/testing/make-decision';
import { knownStatuses, type Status } from '@/lib/contract/status';
import { layoutUsualPath } from '@/lib/contract/usual-path';
import { layoutCustomerSteps } from '@/lib/import-detail/customer-steps';
import { findSituation } from '@/lib/import-detail/find-situation';
import { nextStep } from '@/lib/import-detail/next-step';
import type { SituationInput } from '@/lib/import-detail/situation-rules';
import { allSituationInputs, nameOf } from '@/lib/import-detail/testing/all-situations';
import { messagesByLanguage } from '@/lib/messages/messages';
import { promises } from '@/lib/messages/testing/promises';
import { findOddStatus } from '@/lib/sponsorship/odd-status';
import { Hydrated } from '@/lib/query/hydrated';
import { dehydrateQueries } from '@/lib/query/hydration';
import { QueryProvider } from '@/lib/query/query-provider';
import { importOptions } from '@/lib/query/use-import';
import { importSponsorshipOptions } from '@/lib/query/use-sponsorship';
import { defaultRules } from '@/lib/warnings/default-rules';
import { toCustomerRule } from '@/lib/warnings/warning-rules';
import { LiveUpdates } from './customer/live-updates';
import { MigrationView } from './customer/migration-view';
import { ImportView } from './import/import-view';
import { decisionPanelLabels } from './sponsorship/labels';
import { claimVocabulary } from './testing/claim-vocabulary';

const at = '2026-11-12T12:00:00.000Z';
const statusOf = (input: SituationInput): Status | null => {
  if (input.status === 'none') return null;
  const known = knownStatuses.find((status) => status === input.status);
  return { text: known ?? 'Paused', family: 'unknown', ...(known && { known }) };
};

const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

const router = { bfcacheId: '', back() {}, forward() {}, refresh() {}, push() {}, replace() {}, prefetch() {} };

/** What is wrong with a page: empty for a good one. */
function problemsOf(html: string, claims: Claims, language: Language = 'en'): string[] {
  const text = textOf(html);
  const attributes = (name: string) =>
    new Set([...html.matchAll(new RegExp(`${name}="([^"]*)"`, 'g'))].map(([, v]) => v));
  const declared = [
    ['data-who-pays', claims.whoPays],
    ['data-who-acts', claims.whoActs],
    ['data-finished', String(claims.finished)],
  ] as const;
  return [
    ...declared.flatMap(([name, value]) =>
      [...attributes(name)].filter((shown) => shown !== value).map((shown) => `${name} is ${shown}, not ${value}`),
    ),
    ...Object.entries(claimVocabulary[language]).flatMap(([claim, entries]) =>
      entries.flatMap(([value, texts]) => {
        const found = texts.exec(text);
        return found === null || value === claims[claim as keyof Claims]
          ? []
          : [`“${found[0]}” says ${claim} ${value}, but it is ${claims[claim as keyof Claims]}`];
      }),
    ),
    ...(promises[language].test(text) ? [`promises “${promises[language].exec(text)?.[0]}”`] : []),
    ...(countPrimary(html) > 1 ? [`${countPrimary(html)} primary actions`] : []),
    // A missing message is rendered as its key.
    ...(/\b(m|myM)igration\.[a-z]/.test(text) ? ['shows a message key'] : []),
  ];
}

/** `bg-brand` on customer pages, `bg-accent-fill` on staff pages. */
function countPrimary(html: string): number {
  const controls = html.match(/<(a|button)\b[^>]*>/g) ?? [];
  return controls.filter((tag) => /[" ](bg-brand|bg-accent-fill)[" ]/.test(tag)).length;
}

const branding: Branding = { ...defaultBranding, helpUrl: 'https://northdesk.example/help' };

const linkByMail = { kind: 'known', email: 'ops@acme.example' } as const;

// With `npm run test:full` every language; otherwise one of each direction.
const checkedLanguages = inject('fullSize') ? languages : (['en', 'ar'] as const);

describe.each(checkedLanguages)('the customer page in %s', (language) => {
  const rendered = new Map<string, string>();
  /** Many combinations have the same props, and the page depends on nothing else. */
  function render(input: SituationInput, more: Partial<CustomerMigration>): string {
    const migration: CustomerMigration = {
      username: 'ops@acme.example',
      tool: 'Zendesk',
      instanceUrl: 'https://northdesk.example/acme',
      version: '1',
      reference: '418207',
      steps: layoutCustomerSteps(
        layoutUsualPath({
          row: { status: statusOf(input), gone: input.status === 'gone' },
          timeline: [],
          decisions: [],
        }),
        findSituation(input),
      ),
      usual: { sample_copy: { fromS: 600, toS: 2400 }, full_copy: { fromS: 4000, toS: 20_000 } },
      isSlow: false,
      situation: findSituation(input),
      seenAt: at,
      canContinue: true,
      canStartAgain: false,
      isStartedHere: false,
      warnings: [],
      warningCount: 0,
      warningRules: [],
      note: '',
      moved: null,
      others: [],
      ...more,
    };
    const key = JSON.stringify(migration);
    const html =
      rendered.get(key) ??
      renderToStaticMarkup(
        <AppRouterContext value={router}>
          <LiveUpdates
            migration={migration}
            linkByMail={linkByMail}
            enteringAddress={false}
            linkToken="token"
            partner={branding.partnerName}
            messages={messagesByLanguage[language]}
          />
          <MigrationView
            migration={migration}
            branding={branding}
            messages={messagesByLanguage[language]}
            linkToken="token"
            newAttempt="attempt"
            linkByMail={linkByMail}
            sent={undefined}
            enteringAddress={false}
            embedded={false}
            zone="UTC"
            problem={null}
          />
        </AppRouterContext>,
      );
    rendered.set(key, html);
    return html;
  }
  const variants: Record<string, Partial<CustomerMigration>> = {
    'with links': {},
    'without links': { canContinue: false, instanceUrl: null },
    'with details': {
      isSlow: true,
      moved: { records: [{ type: 'Tickets', count: 1200 }], total: 1200, usersMatched: 3, usersTotal: 5 },
    },
  };

  // What differs between variants hardly depends on the language.
  const checked = Object.entries(variants).slice(0, inject('fullSize') || language === 'en' ? undefined : 1);
  it.each(checked)('%s, makes one statement per claim, and offers one primary action', (_, more) => {
    const problems = allSituationInputs.flatMap((input) =>
      problemsOf(render(input, more), findSituation(input).claims, language).map(
        (problem) => `${nameOf(input)}: ${problem}`,
      ),
    );
    expect(problems).toEqual([]);
  });

  it('says what it claims', () => {
    for (const input of allSituationInputs) {
      const { claims, payment } = findSituation(input);
      const text = textOf(render(input, {}));
      const says = (claim: 'whoPays' | 'whoActs', value: string) =>
        claimVocabulary[language][claim].some(([of, texts]) => of === value && texts.test(text));
      if (payment !== null) expect(says('whoPays', claims.whoPays), `${nameOf(input)}, whoPays`).toBe(true);
      if (claims.whoActs !== 'no_one') expect(says('whoActs', claims.whoActs), `${nameOf(input)}, whoActs`).toBe(true);
    }
  });

  it('has one primary action wherever the customer acts', () => {
    for (const input of allSituationInputs) {
      const { whoActs } = findSituation(input).claims;
      if (whoActs === 'customer') expect(countPrimary(render(input, {})), nameOf(input)).toBe(1);
    }
  });

  it('explains warnings in all languages without a claim about the migration', () => {
    const input = { status: 'gone', decision: 'none', request: 'none', whoPays: 'partner' } as const;
    const html = render(input, {
      warnings: defaultRules.map(({ id }) => ({ kind: id, item: null, text: 'Original wording' })),
      warningCount: defaultRules.length,
      warningRules: defaultRules.map(toCustomerRule),
    });
    for (const { customer } of defaultRules) expect(html).toContain(customer[language]?.explanation);
    expect(problemsOf(html, findSituation(input).claims, language)).toEqual([]);
  });

  it('offers to start again instead of continuing if the address was lost', () => {
    const input = { status: 'Collecting credentials', decision: 'none', request: 'none', whoPays: 'partner' } as const;
    const html = render(input, { canContinue: false, canStartAgain: true });
    expect(html).toContain('action="/api/start/again"');
    expect(countPrimary(html)).toBe(1);
    expect(html.split('/help')).toHaveLength(2);
  });

  it.each([
    [true, 'migration.continueWithSupport'],
    [false, 'migration.continueWithoutLink'],
  ] as const)('leads on without an address, started here: %s', (isStartedHere, key) => {
    const input = { status: 'Collecting credentials', decision: 'none', request: 'none', whoPays: 'partner' } as const;
    const text = messagesByLanguage[language].t.rich(key, { help: (content) => content });
    const html = render(input, { canContinue: false, isStartedHere });
    expect(html.replaceAll(/<[^>]*>/g, '')).toContain(renderToStaticMarkup(text));
  });
});

describe('the import page', () => {
  const states: Record<DecisionSummary, Partial<Decision> | null> = {
    none: null,
    asked: null,
    proposed: { state: 'proposed' },
    sending: { state: 'approved', notBefore: at },
    unknown: { state: 'unknown' },
    accepted: { state: 'confirmed' },
    rejected: { state: 'confirmed', kind: 'reject' },
    refused: { state: 'refused' },
  };

  function decisionOf(summary: DecisionSummary): Decision | null {
    const state = states[summary];
    if (state === null) return null;
    return makeDecision(state);
  }

  function detailOf(input: SituationInput): ImportDetail {
    const status = statusOf(input);
    const decision = decisionOf(input.decision);
    return {
      row: {
        environment: 'live',
        id: '418207',
        username: 'ops@acme.example',
        tool: 'Zendesk',
        family: null,
        instanceUrl: null,
        status,
        sinceFrom: at,
        sinceTo: at,
        seenAt: at,
        seenBy: 'watcher',
        gone: input.status === 'gone',
        warnings: 0,
        records: null,
        usersMatched: null,
        usersTotal: null,
        decision: input.decision,
        createdAt: at,
        createdBy: null,
        stuck: false,
        demo: false,
        tags: ['unpaid'],
      },
      timeline: [],
      warnings: [],
      warningRules: [],
      records: [],
      users: null,
      decision,
      decisions: decision === null ? [] : [decision],
      request: null,
      nextStep: nextStep({
        ...input,
        statusText: status?.text ?? null,
        latestRefused: false,
        stuck: true,
        warnings: 12,
        hasRedirectUrl: true,
      }),
      hasRedirectUrl: true,
      notes: [],
      problem: null,
    };
  }

  const rendered = new Map<string, string>();
  /** Renders for an admin, who is offered most. Many combinations have the same props here too. */
  function render(input: SituationInput): string {
    const detail = detailOf(input);
    const item: QueueItem = {
      importId: detail.row.id,
      username: detail.row.username,
      tool: detail.row.tool,
      status: detail.row.status,
      gone: detail.row.gone,
      askedAt: at,
      asked: { source: 'customer', by: 'customer', verified: true, message: '' },
      requestOpen: input.request !== 'none',
      records: null,
      warnings: 0,
      usersMatched: null,
      usersTotal: null,
      seenAt: at,
      oddity: findOddStatus(detail.row.status?.known ?? null)?.explanation ?? null,
      policy: { needsSecond: false, short: 'Within policy', explanation: '' },
      decision: detail.decision,
      inEffect: input.decision === 'accepted' ? 'accept' : input.decision === 'rejected' ? 'reject' : null,
      secondPeople: null,
      restoredFrom: null,
      earlier: [],
      earlierYear: 0,
    };
    const key = JSON.stringify([detail, item, input.whoPays]);
    const html = rendered.get(key) ?? renderView(detail, item, input.whoPays);
    rendered.set(key, html);
    return html;
  }

  function renderView(detail: ImportDetail, item: QueueItem, whoPays: SituationInput['whoPays']): string {
    const state = dehydrateQueries((client) => {
      client.setQueryData(importOptions('live', detail.row.id).queryKey, detail);
      client.setQueryData(importSponsorshipOptions('live', detail.row.id).queryKey, {
        item,
        budget: { month: '2026-11', confirmed: 0, unknown: 0, sending: 0, limit: null, rejected: 0, level: 'ok' },
        reasonRequired: false,
      });
    });
    return renderToStaticMarkup(
      <QueryProvider>
        <AppRouterContext value={router}>
          <SearchParamsContext value={new URLSearchParams()}>
            <Hydrated state={state} position={null}>
              <ImportView
                sendsEmails={false}
                id={detail.row.id}
                environment="live"
                whoPays={whoPays}
                viewer={{ id: 'p2', name: 'Jonas Weber', mayEdit: true, mayDecide: true, isAdmin: true }}
              />
            </Hydrated>
          </SearchParamsContext>
        </AppRouterContext>
      </QueryProvider>,
    );
  }

  const regionOf = (html: string, label: string) =>
    new RegExp(`<section[^>]*aria-label="${label}"[\\s\\S]*?</section>`).exec(html)?.[0] ?? '';

  it('makes one statement per claim and offers at most one primary action', () => {
    const problems = allSituationInputs.flatMap((input) => {
      const html = render(input);
      const step = regionOf(html, 'Next step');
      const panel = regionOf(html, 'Decision');
      if (step === '' || panel === '') return [`${nameOf(input)}: a section is missing`];
      const { claims } = findSituation(input);
      return [
        ...problemsOf(`${step} ${panel}`, claims),
        ...(countPrimary(html) > 1 ? ['more than one primary action'] : []),
        ...(panel.includes(decisionPanelLabels.customersPay) && ['partner', 'undecided'].includes(claims.whoPays)
          ? ['the panel says that customers buy it']
          : []),
      ].map((problem) => `${nameOf(input)}: ${problem}`);
    });
    expect(problems).toEqual([]);
  });
});
