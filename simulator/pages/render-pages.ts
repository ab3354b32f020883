import { availableActions, type CustomerAction } from '../lifecycle/customer-actions';
import { isWorkStatus } from '../lifecycle/create-lifecycle';
import type { ImportRecord, Outcome } from '../world/import-record';
import { familyOf, toolOf } from '../world/tools';
import { type Html, html, layout } from './layout';

const emptyHtml = html``;

export function renderImport(record: ImportRecord): string {
  const tool = toolOf(record.tool).name;
  const steps = describeSteps(record);
  const others = availableActions(record).filter((action) => !steps.some((step) => step.action === action));
  return layout(
    `${tool} migration`,
    html`
      <h1>Your move from ${tool}</h1>
      <p class="soft">
        ${record.username ?? 'Your account'} · into ${destinationLabel(record.instanceUrl)} ·
        ${familyOf(record.family).title}
      </p>
      <p class="status" role="status">${record.status}</p>
      <ol class="way">
        ${steps.map((step, index) => renderStep(record, step, index + 1))}
      </ol>
      ${isWorkStatus(record.status) ? renderWaiting(record) : emptyHtml}
      ${others.map((action) => renderButton(record, action, 'quiet'))}
      ${record.outcome === null ? emptyHtml : renderOutcome(record.outcome, record.status === 'Migration completed')}
    `,
  );
}

function renderStep(record: ImportRecord, { title, detail, state, action }: MigrationStep, number: number): Html {
  return html`
    <li class="${state}" ${state === 'now' ? html`aria-current="step"` : emptyHtml}>
      <span class="mark" aria-hidden="true">${state === 'done' ? '✓' : number}</span>
      <div class="text">
        <strong>${title}</strong><br /><span class="soft">${detail}</span>
        ${action === undefined ? emptyHtml : html`<div class="act">${renderButton(record, action, state === 'now' ? 'main' : 'quiet')}</div>`}
      </div>
    </li>
  `;
}

function renderWaiting(record: ImportRecord): Html {
  return html`<p>This takes a while. You can close this page. <a href="/migrate/${record.token}">Refresh</a></p>`;
}

const actionLabels: Record<CustomerAction, (record: ImportRecord) => string> = {
  'authorize-source': (record) => `Allow access to ${toolOf(record.tool).name}`,
  'authorize-destination': () => 'Allow access to your new tool',
  'start-sample': (record) => (record.runs > 0 ? 'Run the sample again' : 'Start the sample migration'),
  'request-full': () => 'Request the full migration',
  'buy-full': () => 'Buy the full migration',
  'start-full': () => 'Start the full migration',
  undo: () => 'Undo the migration',
  'start-over': () => 'Start over',
  cancel: () => 'Cancel this import',
};

function renderButton(record: ImportRecord, action: CustomerAction, rank: 'main' | 'quiet'): Html {
  return html`<form method="post" action="/migrate/${record.token}/${action}">
    <button class="${rank}">${actionLabels[action](record)}</button>
  </form> `;
}

function renderOutcome({ counts, users, warnings }: Outcome, isFull: boolean): Html {
  const byText = new Map<string, number>();
  for (const { text } of warnings) byText.set(text, (byText.get(text) ?? 0) + 1);
  const shown = [...byText].sort((one, other) => other[1] - one[1]).slice(0, 8);
  return html`
    <h2>${isFull ? 'Copied data' : 'Copied by the sample'}</h2>
    <table>
      <tbody>
        ${Object.entries(counts).map(
          ([type, count]) =>
            html`<tr>
              <th scope="row">${type}</th>
              <td>${count.toLocaleString('en')}</td>
            </tr>`,
        )}
        <tr>
          <th scope="row">users matched</th>
          <td>${users.matched} of ${users.total}</td>
        </tr>
      </tbody>
    </table>
    ${users.unmatched.length === 0 ? emptyHtml : html`<p class="soft">Not matched: ${users.unmatched.join(', ')}</p>`}
    ${
      warnings.length === 0
        ? html`<p>No warnings.</p>`
        : html` <h2 class="warn">${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}</h2>
            <table>
              <tbody>
                ${shown.map(
                  ([text, count]) =>
                    html`<tr>
                      <th scope="row">${text}</th>
                      <td>${count}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
            ${byText.size > shown.length ? html`<p class="soft">and ${byText.size - shown.length} more kinds</p>` : emptyHtml}`
    }
  `;
}

export function renderContactPartner(record: ImportRecord): string {
  return layout(
    'Request the full migration',
    html`
      <h1>You requested the full migration</h1>
      <p>Please contact the company that sent you here. They decide who pays for it.</p>
      <p><a href="/migrate/${record.token}">Back to your migration</a></p>
    `,
  );
}

export function renderNotFound(): string {
  return layout(
    'Not found',
    html`<h1>This page does not exist</h1>
      <p>The migration was cancelled or archived, or the link is incomplete. Ask for a new link.</p>`,
  );
}

export function renderSandbox(): string {
  return layout(
    'Sandbox',
    html`<h1>This import is from the sandbox</h1>
      <p>The sandbox only validates requests and creates nothing, so there is nothing to authorize here.</p>`,
  );
}

export function renderFrontPage(): string {
  return layout(
    'Ferry',
    html`<h1>Ferry moves data from one tool to another</h1>
      <p>Customers open their own link. Partners use the API at <code>/api/v2.1</code>.</p>`,
  );
}

type MigrationStep = ReturnType<typeof describeSteps>[number];

interface StepDefinition {
  title: string;
  detail: string;
  done: boolean;
  actions: readonly CustomerAction[];
}

function describeSteps(record: ImportRecord) {
  const available = availableActions(record);
  const steps = [
    ...credentialSteps(record),
    ...(record.startFull ? [] : sampleSteps(record)),
    fullMigrationStep(record),
  ];
  const current = steps.findIndex(({ done }) => !done);
  return steps.map(({ title, detail, done, actions }, index) => ({
    title,
    detail,
    state: done ? ('done' as const) : index === current ? ('now' as const) : ('ahead' as const),
    // Actions that repeat a finished step are shown at the bottom of the page.
    action: done ? undefined : actions.find((action) => available.includes(action)),
  }));
}

function credentialSteps({ authorized, tool, instanceUrl }: ImportRecord): StepDefinition[] {
  return [
    {
      title: `Allow access to ${toolOf(tool).name}`,
      detail: authorized.source ? 'Access allowed' : 'So that we can read your data',
      done: authorized.source,
      actions: ['authorize-source'],
    },
    {
      title: 'Allow access to your new tool',
      detail: authorized.destination ? 'Access allowed' : `So that we can write to ${destinationLabel(instanceUrl)}`,
      done: authorized.destination,
      actions: ['authorize-destination'],
    },
  ];
}

function sampleSteps(record: ImportRecord): StepDefinition[] {
  const isRunning = record.status === 'Sample migration in progress';
  const isSampled = record.outcome !== null && !isRunning;
  return [
    {
      title: 'Sample migration',
      detail: isRunning
        ? 'A small sample is being copied'
        : isSampled
          ? `Review it in ${destinationLabel(record.instanceUrl)}`
          : 'A small sample is copied first, so that you can review it',
      done: isSampled,
      actions: ['start-sample'],
    },
    {
      title: 'Who pays',
      detail: payerLabel(record),
      done: record.paidBy !== null,
      actions: ['request-full', 'buy-full'],
    },
  ];
}

function fullMigrationStep({ status }: ImportRecord): StepDefinition {
  const details: Partial<Record<ImportRecord['status'], string>> = {
    'Migration in progress': 'All data is being copied',
    'Migration completed': 'All data was copied',
    'Undo in progress': 'The copied data is being removed',
    'Migration cleaned': 'The copied data was removed',
  };
  return {
    title: 'Full migration',
    detail: details[status] ?? 'All data is copied',
    done: status === 'Migration completed',
    actions: ['start-full', 'start-over'],
  };
}

function destinationLabel(instanceUrl: string | null): string {
  return instanceUrl?.replace(/^https?:\/\//, '') ?? 'your new tool';
}

function payerLabel({ paidBy, decisions, requests }: ImportRecord): string {
  if (paidBy === 'partner') return 'Paid for by your new provider';
  if (paidBy === 'customer') return 'Bought by you';
  if (decisions.at(-1)?.kind === 'reject') return 'Your new provider does not pay for it. You can buy it here';
  if (requests.length > 0) return 'Requested. Your new provider decides';
  return 'If you are happy with the sample, request the full migration';
}
