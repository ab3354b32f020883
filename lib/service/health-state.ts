import type { ServiceHealth } from './service-client';

/** What a person is shown about the connection to the service. */
export function healthState(health: ServiceHealth): 'working' | 'trouble' | 'refused' | 'unreachable' | 'not_used' {
  const { state, lastOkAt, lastError } = health;
  const failing = lastError !== null && (lastOkAt === null || lastOkAt < lastError.at);
  if (failing && lastError.code === 'service_unauthorized') return 'refused';
  if (state !== 'closed') return 'unreachable';
  if (failing) return 'trouble';
  return lastOkAt === null ? 'not_used' : 'working';
}
