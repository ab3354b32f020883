import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { CustomerSteps } from '@/lib/contract/customer-migration';
import { messagesByLanguage } from '@/lib/messages/messages';
import { MigrationSteps } from './migration-steps';

function render(
  exits: CustomerSteps['exits'],
  { state = 'ahead', isSlow = false }: { state?: 'ahead' | 'current'; isSlow?: boolean } = {},
): string {
  const migration = {
    steps: { steps: [{ key: 'full_copy', state } as const], exits },
    usual: { full_copy: { fromS: 3600, toS: 7200 } },
    isSlow,
  };
  return renderToStaticMarkup(
    <MigrationSteps migration={migration} partner="Northdesk" messages={messagesByLanguage.en} />,
  );
}

it.each(['gone', 'undoing', 'undone'] as const)('says nothing about durations of steps ahead once it is %s', (exit) => {
  expect(render([])).toContain('hours');
  expect(render(['other'])).toContain('hours');
  expect(render(['other', exit])).not.toContain('hours');
});

it('says how long a step usually takes, and that the current one takes longer', () => {
  const slow = 'Our migration partner, usually 1–2 hours. Yours is taking longer than usual.';
  expect(render([], { state: 'current', isSlow: true })).toContain(slow);
  expect(render([], { state: 'current' })).toContain('Our migration partner, usually 1–2 hours<');
  expect(render([], { isSlow: true })).not.toContain('longer than usual');
});
