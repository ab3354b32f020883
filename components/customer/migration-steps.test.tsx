import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { CustomerSteps } from '@/lib/contract/customer-migration';
import { messagesByLanguage } from '@/lib/messages/messages';
import { MigrationSteps } from './migration-steps';

function render(exits: CustomerSteps['exits']): string {
  const migration = {
    steps: { steps: [{ key: 'full_copy', state: 'ahead' } as const], exits },
    usual: { full_copy: { fromS: 3600, toS: 7200 } },
    isSlow: false,
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
