import { appendAudit } from '../audit/append-audit';
import { countDeniedCall, countDeniedCallRows } from '../store/staff/denied-calls';
import { addressKey } from '../core/address-key';
import type { AuthDeps, DeniedCall } from './auth-deps';

export const deniedCallWindowMs = 15 * 60_000;
const flushEveryMs = 5000;
/** Further callers in the same window are counted together, so that many addresses cannot fill the audit log. */
const maxCallers = 500;

/** Counts are written every few seconds, so that a flood of calls is not a flood of queries or audit entries. */
export function createDeniedCallLog({
  database,
  cipher,
  clock,
  log,
  onDenied,
}: Pick<AuthDeps, 'database' | 'cipher' | 'clock' | 'log' | 'onDenied'>): AuthDeps['recordDeniedCall'] {
  let windowMs = 0;
  let pending = new Map<string, { pending: number; writtenMs: number }>();

  async function write(call: DeniedCall, who: string, route: string, times: number): Promise<void> {
    const windowStart = new Date(windowMs);
    await database.transaction(async (tx) => {
      const overLimit = who !== 'others' && (await countDeniedCallRows(tx, windowStart)) >= maxCallers;
      const key = { caller: overLimit ? 'others' : who, route: overLimit ? '' : route };
      const count = await countDeniedCall(tx, { ...key, windowStart, at: clock.now(), times });
      if (count > times) return;
      await appendAudit({ cipher, clock }, tx, {
        caller: call.caller,
        action: call.route === 'sign-in' ? 'session.refused' : 'access.refused',
        subject: call.route,
        after: { reason: call.reason.slice(0, 500), countedUntil: new Date(windowMs + deniedCallWindowMs) },
      });
    });
  }

  return async (call) => {
    onDenied?.(call.route);
    const nowMs = clock.now().getTime();
    const currentMs = nowMs - (nowMs % deniedCallWindowMs);
    if (currentMs !== windowMs) {
      windowMs = currentMs;
      pending = new Map();
    }
    const { actor, address } = call.caller;
    const isKnown = actor.kind === 'staff' || actor.kind === 'key';
    const route = isKnown || call.route === 'sign-in' ? call.route : 'request';
    const caller = isKnown ? `${actor.kind} ${actor.id}` : addressKey(address);
    const who = pending.size >= 4 * maxCallers && !pending.has(`${caller} ${route}`) ? 'others' : caller;
    const key = `${who} ${route}`;
    const known = pending.get(key);
    if (known && nowMs - known.writtenMs < flushEveryMs) {
      known.pending += 1;
      return;
    }
    pending.set(key, { pending: 0, writtenMs: nowMs });
    try {
      await write(call, who, route, 1 + (known?.pending ?? 0));
    } catch (error) {
      log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'denied call could not be counted');
    }
  };
}
