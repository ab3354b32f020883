import type { ImportDetail, ImportRow } from '../contract/imports';
import type { TimelineEntry } from '../contract/timeline';

const completed = { text: 'Sample migration completed', family: 'turn', known: 'Sample migration completed' } as const;

export const importExample: ImportRow = {
  environment: 'live',
  id: '417',
  username: 'ops@acme.example',
  tool: 'Zendesk',
  family: null,
  instanceUrl: 'https://desk.example/acme',
  status: completed,
  sinceFrom: '2026-11-16T09:30:00.000Z',
  sinceTo: '2026-11-16T09:30:00.000Z',
  seenAt: '2026-11-16T09:30:01.000Z',
  seenBy: 'webhook',
  gone: false,
  warnings: 0,
  records: 120,
  usersMatched: 3,
  usersTotal: 5,
  decision: 'none',
  createdAt: '2026-11-16T09:00:00.000Z',
  createdBy: 'Billing system',
  stuck: false,
  demo: false,
  tags: ['vip', 'wave 2'],
};

export const entryExample: TimelineEntry = {
  key: 'status-2',
  kind: 'status',
  when: { certainty: 'exact', at: '2026-11-16T09:30:00.000Z' },
  source: 'webhook',
  by: null,
  title: 'Sample migration completed',
  detail: '',
  status: completed,
  movedBack: false,
  unknownOutcome: false,
  duration: { leastS: 3600, mostS: 3600, open: true },
};

export const detailExample: ImportDetail = {
  row: importExample,
  timeline: [entryExample],
  warnings: [],
  warningRules: [],
  records: [{ type: 'tickets', count: 120 }],
  users: { matched: 3, total: 5, unmatched: ['a@acme.example', 'b@acme.example'] },
  decision: null,
  decisions: [],
  request: null,
  nextStep: {
    reply: 'Your sample is ready. Look at it and request the full migration.',
    internal: '',
    claims: { whoPays: 'undecided', whoActs: 'customer', finished: false },
  },
  hasRedirectUrl: true,
  notes: [],
  problem: null,
};
