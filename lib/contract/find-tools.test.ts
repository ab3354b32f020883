import { describe, expect, it } from 'vitest';
import { findTools } from './find-tools';

const tools = [
  { name: 'Zoho Desk', alias: 'zoho-support' },
  { name: 'Help Scout' },
  { name: 'Élan CRM' },
  { name: 'monday.com' },
  { name: 'Яндекс Трекер' },
  { name: 'Jira', hint: 'Server' },
  { name: 'C++' },
];
const found = (query: string) => findTools(tools, query).map(({ name }) => name);

describe('findTools', () => {
  it.each([
    ['desk zo', ['Zoho Desk']],
    ['ZOHO-DESK', ['Zoho Desk']],
    ['support', ['Zoho Desk']],
    ['elan', ['Élan CRM']],
    ['E\u0301LAN', ['Élan CRM']],
    ['ｍonday', ['monday.com']],
    ['monday.com', ['monday.com']],
    ['трекер', ['Яндекс Трекер']],
    ['jira server', ['Jira']],
    ['++', ['C++']],
    ['scout desk', []],
    ['(', []],
  ])('finds by %s', (query, names) => {
    expect(found(query)).toEqual(names);
  });

  it('leaves everything in its order without a query', () => {
    expect(found('  ')).toEqual(tools.map(({ name }) => name));
  });
});
