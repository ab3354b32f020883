import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { StaffEntry } from '@/lib/contract/staff';
import { StaffTable } from './staff-table';

const entry: StaffEntry = {
  id: '1',
  email: 'ada@x.example',
  name: 'Ada',
  role: 'approver',
  source: 'local',
  roleFromDirectory: false,
  disabled: false,
  createdAt: '2026-11-15T09:00:00.000Z',
  lastSeenAt: null,
  liveSessions: 0,
  needsPassword: false,
  onePersonWith: null,
};

const textOf = (change: Partial<StaffEntry>) =>
  renderToStaticMarkup(<StaffTable staff={[{ ...entry, ...change }]} me="2" onAction={() => undefined} />).replaceAll(
    /<[^>]*>/g,
    '',
  );

test('says with whom an account counts as one person, and offers to confirm it to admins who may', () => {
  const onePersonWith = { names: ['Ines', 'Omar'], until: '2026-11-22T09:00:00.000Z', mayConfirm: false };
  const explanation = 'Counts as one person with Ines and Omar until Sun 22 Nov, or until another admin confirms';
  const shown = textOf({ onePersonWith });
  expect(shown).toContain(explanation);
  expect(shown).not.toContain('Confirm ada@x.example');
  expect(textOf({ onePersonWith: { ...onePersonWith, mayConfirm: true } })).toContain(
    `${explanation}Confirm ada@x.example`,
  );
  expect(textOf({})).not.toContain('one person');
});

test('marks accounts without a password', () => {
  expect(textOf({})).not.toContain('no password yet');
  expect(textOf({ needsPassword: true })).toContain('no password yet');
});

test('offers every role, but only lower ones if the directory sets it', () => {
  const everyRole = 'ViewerAgentApproverAdmin';
  expect(textOf({})).toContain(everyRole);
  const shown = textOf({ roleFromDirectory: true });
  expect(shown).toContain('ViewerAgentApproverfrom directory');
  expect(shown).not.toContain('Admin');
  expect(textOf({ roleFromDirectory: true, role: 'viewer' })).toContain('Viewerfrom directory');
  expect(textOf({ roleFromDirectory: true, disabled: true })).toContain('Approverfrom directory');
});
