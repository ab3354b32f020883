import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Channel } from '../../contract/outbox';
import { staffEvents } from '../../contract/staff-events';
import { createManualClock } from '../../core/testing/manual-clock';
import { startReceiver, type Receiver } from '../testing/start-receiver';
import type { Notice, NoticeBatch } from './notice';
import { renderStaffMessage } from './render-staff-message';
import type { StaffRule } from './staff-rules';
import { webhookPayloadSchema } from '../../contract/webhook-payload';

const deps = { publicOrigin: 'https://landfall.example', clock: createManualClock('2026-11-16T10:00:00Z') };
const rule = (channel: Channel, change: Partial<StaffRule> = {}): StaffRule => ({
  id: 'r',
  ruleId: 'r',
  name: 'Approvers',
  personal: false,
  events: staffEvents,
  environment: 'all',
  channel,
  schedule: 'now',
  time: null,
  zone: null,
  recipients: ['team@northdesk.example'],
  changedAt: new Date(0),
  ...change,
});
const notice = (change: Partial<Notice> = {}): Notice => ({
  kind: 'request_waiting',
  environment: 'live',
  importId: '417',
  username: 'ops@acme.example',
  text: 'A full migration was requested.',
  at: new Date('2026-11-16T09:30:00Z'),
  ...change,
});
const one = (change: Partial<Notice> = {}): NoticeBatch => ({
  counts: [{ kind: change.kind ?? 'request_waiting', count: 1 }],
  notices: [notice(change)],
});
const hostile = '<script>alert(1)</script> <!channel> & "x" \r\nBcc: all@example.com `*_~ \u202Egnp.exe';

/** Seven kinds, each with as much as a digest shows of one kind, all texts as long as they get. */
const largest: NoticeBatch = {
  counts: staffEvents.map((kind) => ({ kind, count: 1_000_000 })),
  notices: staffEvents.flatMap((kind) =>
    Array.from({ length: 20 }, () =>
      notice({ kind, importId: '<&é'.repeat(170), username: '&<>'.repeat(500), text: '&'.repeat(5000) }),
    ),
  ),
};

function email(batch: NoticeBatch, change: Partial<StaffRule> = {}) {
  const content = renderStaffMessage(deps, rule('email', change), batch);
  if (content.kind !== 'email') throw new Error('an e-mail was expected');
  return content;
}

describe('e-mail', () => {
  test('says what happened, to whom and when, with a link and the rule that sends it', () => {
    expect(email(one())).toEqual({
      kind: 'email',
      subject: 'New request for a full migration',
      text: [
        'New request for a full migration',
        '',
        'ops@acme.example: A full migration was requested.',
        '16 Nov 2026, 09:30 UTC',
        'https://landfall.example/imports/417',
        '',
        '-- ',
        'Sent by the notification rule “Approvers”. Change notifications: https://landfall.example/settings/notifications',
        '',
      ].join('\n'),
      html: expect.stringContaining('<a href="https://landfall.example/imports/417">Open</a>'),
      headers: {
        'List-Id': 'Landfall notifications <notifications.landfall.example>',
      },
      logo: null,
    });
  });

  test('uses the zone of the rule', () => {
    expect(email(one(), { zone: 'Europe/Berlin' }).text).toMatch(/16 Nov 2026, 10:30 (CET|GMT\+1)/);
  });

  test.each([
    [one({ environment: 'sandbox' }), '[Sandbox] New request for a full migration'],
    [{ counts: [{ kind: 'request_waiting', count: 3 }], notices: [notice()] }, '3 new requests for a full migration'],
    [
      {
        counts: [
          { kind: 'request_waiting', count: 1200 },
          { kind: 'outcome_unknown', count: 1 },
        ],
        notices: [notice(), notice({ kind: 'outcome_unknown' })],
      },
      '1,201 events: 1,200 new requests for a full migration, 1 unconfirmed decision',
    ],
    [
      largest,
      '8,000,000 events: 1,000,000 new requests for a full migration, 1,000,000 unconfirmed decisions, 1,000,000 imports taking too long and others',
    ],
  ] as [NoticeBatch, string][])('has only counts in the subject %#', (batch, subject) => {
    expect(email(batch).subject).toBe(subject);
  });

  test('shows hostile names and texts as text, and keeps them out of subject and headers', () => {
    const { subject, text, html, headers } = email(one({ username: hostile, text: hostile }), { name: hostile });
    expect(`${subject}${Object.values(headers).join('')}`).not.toMatch(/script|Bcc|[\r\n]/);
    expect(html).not.toMatch(/<script|<!channel/);
    expect(html).toContain('&lt;!channel&gt;');
    expect(text).not.toMatch(/^Bcc/m);
    expect(text).not.toContain('\u202E');
  });

  test.each(['https://evil.example/login', 'www.evil.example', 'evil.example/x', ' ', null])(
    'shows the import instead of the username %j',
    (username) => {
      const { text, html } = email(one({ username }));
      expect(text).toContain('Import 417: A full');
      expect(`${text}${html}`).not.toContain('evil');
    },
  );
});

test.each(['refund-now.com', 'call refund-now.com@', 'evil。example', 'tel:123'])(
  'lets no program make a link of the username %j',
  (username) => {
    const shown = username.replaceAll(/[.。@:](?=\S)/g, '$&\u200C');
    const { text, html } = email(one({ username }));
    expect(text).toContain(`${shown}: A full`);
    expect(html).toContain(`${shown}: A full`);
  },
);

describe('posted', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  async function post(channel: Channel, batch: NoticeBatch, change: Partial<StaffRule> = {}) {
    const content = renderStaffMessage(deps, rule(channel, change), batch);
    if (content.kind !== 'post') throw new Error('a body was expected');
    await fetch(receiver.url, { method: 'POST', body: content.body });
    const received = receiver.received.at(-1);
    if (!received) throw new Error('nothing was received');
    return received;
  }

  test('Slack gets a header, the event with a link, and the rule', async () => {
    expect((await post('slack', one({ environment: 'sandbox' }))).slack()).toEqual({
      text: '[Sandbox] New request for a full migration',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: '[Sandbox] New request for a full migration' } },
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: '• `ops@acme.example (sandbox)` A full migration was requested. _16 Nov 2026, 09:30 UTC_ <https://landfall.example/imports/417?env=sandbox|Open>',
          },
        },
        { type: 'context', elements: [{ type: 'mrkdwn', text: 'Sent by the notification rule “Approvers”.' }] },
      ],
    });
  });

  test.each([
    ['the largest digest', largest, {}],
    ['a rule with a long name', one(), { name: '&'.repeat(5000) }],
    ['a title without an import', one({ importId: null, username: null }), {}],
    ['an empty text', one({ importId: null, username: null, text: '' }), {}],
  ])('Slack accepts %s', async (_, batch, change) => {
    const { blocks } = (await post('slack', batch, change)).slack();
    expect(blocks?.length).toBeGreaterThan(2);
  });

  test('Slack gets no tags, mentions or formats of customers', async () => {
    const { body } = await post('slack', one({ username: hostile, text: hostile }), { name: hostile });
    expect(body).not.toMatch(/<!|<script/);
    const named = (await post('slack', one({ username: '`*ops*` <@U1> & co' }))).body;
    expect(named).toContain("`'*ops*' &lt;@U1&gt; &amp; co`");
  });

  test('Slack shows as many lines as fit and counts the others', async () => {
    const message = (await post('slack', largest)).slack();
    const sections = message.blocks?.filter(({ type }) => type === 'section') ?? [];
    expect(sections).toHaveLength(staffEvents.length);
    expect(JSON.stringify(sections[0])).toMatch(/and 999,9\d\d more/);
  });

  test.each(staffEvents)('webhooks about %s match the schema', async (kind) => {
    const payload = webhookPayloadSchema.parse((await post('webhook', one({ kind }))).json());
    expect(payload).toMatchObject({ timestamp: '2026-11-16T09:30:00.000Z', data: { username: 'ops@acme.example' } });
  });

  test('a digest by webhook matches the schema', async () => {
    const batch = { counts: largest.counts, notices: largest.notices.slice(0, 20) };
    const payload = webhookPayloadSchema.parse((await post('webhook', batch)).json());
    expect(payload).toMatchObject({
      type: 'digest',
      timestamp: '2026-11-16T10:00:00.000Z',
      data: { counts: { 'request.waiting': 1_000_000 }, more: 7_999_980 },
    });
  });
});

test.each([
  ['connection_failing', 'https://landfall.example/settings/connection'],
  ['webhooks_failing', 'https://landfall.example/webhooks'],
  ['budget_used', 'https://landfall.example/sponsorship'],
  ['tool_requested', 'https://landfall.example/tool-requests'],
  ['request_waiting', 'https://landfall.example/sponsorship'],
] as const)('links %s without an import to the page where people act', (kind, link) => {
  expect(email(one({ kind, importId: null, username: null })).text).toContain(`${link}\n`);
});
