import { expect, test } from 'vitest';
import { createManualClock } from './clock';

test('runs tasks in order at their own time and can cancel them', () => {
  const clock = createManualClock(1_000);
  const ran: string[] = [];
  clock.after(300, () => ran.push(`late at ${clock.now()}`));
  clock.after(100, () => {
    ran.push(`early at ${clock.now()}`);
    clock.after(50, () => ran.push(`follow-up at ${clock.now()}`));
  });
  const cancel = clock.after(200, () => ran.push('never'));
  cancel();
  clock.advance(299);
  expect(ran).toEqual(['early at 1100', 'follow-up at 1150']);
  clock.advance(1);
  expect(ran.at(-1)).toBe('late at 1300');
});
