import { describe, expect, it } from 'vitest';
import type { Tool, ToolsResponse } from '../contract/tools';
import { systemClock } from '../core/clock';
import { silentLog } from '../core/log';
import { createPopularTools } from '../imports/popular-tools';
import { importDays } from '../store/schema/imports';
import { openTestDatabase } from '../store/testing/open-test-database';
import { listStartTools } from './list-start-tools';

const tool = (name: string, more: Partial<Tool> = {}): Tool => ({
  value: name,
  name,
  slug: null,
  family: null,
  ...more,
});
const response = (tools: Tool[]): ToolsResponse => ({
  tools,
  families: [],
  fetchedAt: '2026-01-01T00:00:00Z',
  stale: false,
});

function open(tools: Tool[] | Promise<ToolsResponse>, popular: string[] = []) {
  return {
    tools: { listSourceTools: () => (Array.isArray(tools) ? Promise.resolve(response(tools)) : tools) },
    popularTools: { read: () => Promise.resolve(popular) },
    clock: systemClock,
  };
}

const namesOf = async (deps: ReturnType<typeof open>, wanted = {}) =>
  (await listStartTools(deps, wanted))?.map(({ name }) => name);

describe('listStartTools', () => {
  it('has popular tools first, whatever their spelling, then the others by name', async () => {
    const tools = [
      tool('Zoho Desk'),
      tool('Élan'),
      tool('asana'),
      tool('Zendesk', { value: 'zendesk-v2' }),
      tool('Front'),
    ];
    expect(await namesOf(open(tools, ['front', 'ZENDESK-V2', 'Gone']))).toEqual([
      'Front',
      'Zendesk',
      'asana',
      'Élan',
      'Zoho Desk',
    ]);
  });

  it('has the order of the service as long as there are no imports', async () => {
    expect(await namesOf(open([tool('Zendesk'), tool('Asana')]))).toEqual(['Zendesk', 'Asana']);
  });

  it('has only the tools that a link allows', async () => {
    expect(await namesOf(open([tool('B'), tool('A'), tool('C')]), { allowed: ['C', 'A', 'X'] })).toEqual(['A', 'C']);
  });

  it('has each value once and tells apart tools of the same name', async () => {
    const tools = [
      tool('Jira', { value: 'jira-cloud', slug: 'jira-cloud', family: 'Cloud' }),
      tool('Jira', { value: 'jira-server', slug: 'jira-server' }),
      tool('Trello', { slug: 'trello' }),
      tool('Trello', { slug: 'boards' }),
      tool(' ', { value: 'nameless' }),
    ];
    expect(await listStartTools(open(tools))).toEqual([
      { name: 'Jira', value: 'jira-cloud', alias: 'jira-cloud', hint: 'Cloud' },
      { name: 'Jira', value: 'jira-server', alias: 'jira-server', hint: 'jira-server' },
      { name: 'Trello' },
      { name: 'nameless' },
    ]);
  });

  it('returns null if the service fails or answers too late', async () => {
    expect(await listStartTools(open(Promise.reject(new Error('down'))))).toBeNull();
    const late = { ...open(new Promise(() => undefined)), clock: { ...systemClock, sleep: () => Promise.resolve() } };
    expect(await listStartTools(late)).toBeNull();
  });
});

describe('createPopularTools', () => {
  it('counts the imports of a year, recent ones more, and reads them once in ten minutes', async () => {
    const database = await openTestDatabase();
    let now = new Date('2026-11-16T12:00:00Z');
    const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
    const count = (value: string, days: number, imports: number, environment: 'live' | 'sandbox' = 'live') =>
      database.db.insert(importDays).values({ environment, day: daysAgo(days), facet: 'tool', value, count: imports });
    await count('Old favourite', 300, 30);
    await count('Recent', 3, 10);
    await count('Forgotten', 500, 99);
    await count('Undone', 3, 2);
    await count('Undone', 3, -2);
    await count('', 3, 99);
    await count('Sandbox', 3, 99, 'sandbox');
    const popular = createPopularTools({ database, clock: { ...systemClock, now: () => now }, log: silentLog });
    expect(await popular.read('live')).toEqual(['Recent', 'Old favourite']);
    await count('New', 0, 50);
    expect(await popular.read('live')).toEqual(['Recent', 'Old favourite']);
    now = new Date(now.getTime() + 11 * 60_000);
    expect(await popular.read('live')).toEqual(['New', 'Recent', 'Old favourite']);
    await database.close();
  });
});
