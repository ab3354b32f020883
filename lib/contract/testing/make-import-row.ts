import type { ImportRow } from '../imports';

/** An import in preparation, of which little is known. */
export function makeImportRow(change: Partial<ImportRow> = {}): ImportRow {
  return {
    environment: 'live',
    id: '417170',
    username: 'ops@acme.example',
    tool: 'Zendesk',
    family: null,
    instanceUrl: null,
    status: { text: 'In preparation', family: 'working', known: 'In preparation' },
    sinceFrom: null,
    sinceTo: null,
    seenAt: '2026-11-16T10:00:00.000Z',
    seenBy: 'lookup',
    gone: false,
    warnings: 0,
    records: null,
    usersMatched: null,
    usersTotal: null,
    decision: 'none',
    createdAt: null,
    createdBy: null,
    stuck: false,
    demo: false,
    tags: [],
    ...change,
  };
}
