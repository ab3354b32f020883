import type { Audit } from '../audit/create-audit';
import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { Database } from '../store/database/database';
import { countDeniedCall, countDeniedCallRows } from '../store/staff/throttle';
import { addressKey } from './address-key';
import type { DeniedCall } from './identity';

export const deniedCallWindowMs = 15 * 60_000;
const flushEveryMs = 5000;
/** Beyond so many callers in one window the rest are counted together: an army of addresses fills nothing either. */
const maxCallers = 500;

export interface DeniedCallLog {
  record(call: DeniedCall): Promise<void>;
}

/**
 * Every refusal is counted; the audit gets the first one of each caller, place and window. A stranger has two places:
 * the sign-in page and everywhere else. Between two writes of one caller's count some seconds are gathered here, so that
 * a flood of refusals is no flood of queries.
 */
export function createDeniedCallLog(deps: { database: Database; clock: Clock; audit: Audit; log: Log }): DeniedCallLog {
  const { database, clock, audit, log } = deps;
  let windowMs = 0;
  let pending = new Map<string, { pending: number; writtenMs: number }>();

  async function write(call: DeniedCall, who: string, route: string, times: number): Promise<void> {
    const windowStart = new Date(windowMs);
    await database.transaction(async (tx) => {
      const overLimit = who !== 'others' && (await countDeniedCallRows(tx, windowStart)) >= maxCallers;
      const key = { caller: overLimit ? 'others' : who, route: overLimit ? '' : route };
      const count = await countDeniedCall(tx, { ...key, windowStart, at: clock.now(), times });
      if (count > times) return;
      await audit.append(tx, {
        caller: call.caller,
        action: call.route === 'sign-in' ? 'session.refused' : 'access.refused',
        subject: call.route,
        after: { reason: call.reason.slice(0, 500), countedUntil: new Date(windowMs + deniedCallWindowMs) },
      });
    });
  }

  return {
    record: async (call) => {
      const nowMs = clock.now().getTime();
      const currentMs = nowMs - (nowMs % deniedCallWindowMs);
      if (currentMs !== windowMs) {
        windowMs = currentMs;
        pending = new Map();
      }
      const { actor, address } = call.caller;
      const route = actor.kind === 'staff' || call.route === 'sign-in' ? call.route : 'request';
      const asked = actor.kind === 'staff' ? `staff ${actor.id}` : addressKey(address);
      const who = pending.size >= 4 * maxCallers && !pending.has(`${asked} ${route}`) ? 'others' : asked;
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
        log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'a refusal could not be counted');
      }
    },
  };
}
