import { expect, test, vi } from 'vitest';
import { LandfallError, ServiceError } from './errors';

test('recognises errors from another copy of this module', async () => {
  vi.resetModules();
  const copy = await import('./errors');
  expect(copy.LandfallError).not.toBe(LandfallError);
  const conflict = new copy.LandfallError('conflict');
  const lost = new copy.ServiceError('service_timed_out', { workDone: 'maybe' });
  expect(conflict instanceof LandfallError).toBe(true);
  expect(conflict instanceof ServiceError).toBe(false);
  expect(lost instanceof ServiceError && lost instanceof LandfallError).toBe(true);
  expect(new Error('x') instanceof LandfallError).toBe(false);
  expect(Object(null) instanceof LandfallError).toBe(false);
});
