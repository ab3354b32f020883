import type { Audit } from '../audit/create-audit';
import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { Database } from '../store/database';
import { countRefusal, countRefused } from '../store/throttle';
import { addressKey } from './address-key';
import type { Refusal } from './identity';

export const refusalWindowMs = 15 * 60_000;
const flushEveryMs = 5000;
/** Beyond so many callers in one window the rest are counted together: an army of addresses fills nothing either. */
const mostCallers = 500;

export interface RefusalBook {
  note(refusal: Refusal): Promise<void>;
}

/**
 * Every refusal is counted; the audit gets the first one of each caller, place and window. A stranger has two places:
 * the sign-in page and everywhere else. Between two writes of one caller's count some seconds are gathered here, so that
 * a flood of refusals is no flood of queries.
 */
export function createRefusalBook(parts: { database: Database; clock: Clock; audit: Audit; log: Log }): RefusalBook {
  const { database, clock, audit, log } = parts;
  let windowMs = 0;
  let gathered = new Map<string, { pending: number; writtenMs: number }>();

  async function write(refusal: Refusal, who: string, place: string, times: number): Promise<void> {
    const windowStart = new Date(windowMs);
    await database.transaction(async (tx) => {
      const crowded = who !== 'others' && (await countRefused(tx, windowStart)) >= mostCallers;
      const key = { who: crowded ? 'others' : who, place: crowded ? '' : place };
      const count = await countRefusal(tx, { ...key, windowStart, at: clock.now(), times });
      if (count > times) return;
      await audit.append(tx, {
        caller: refusal.caller,
        action: refusal.place === 'sign-in' ? 'session.refused' : 'access.refused',
        subject: refusal.place,
        after: { reason: refusal.reason.slice(0, 500), countedUntil: new Date(windowMs + refusalWindowMs) },
      });
    });
  }

  return {
    note: async (refusal) => {
      const nowMs = clock.now().getTime();
      const currentMs = nowMs - (nowMs % refusalWindowMs);
      if (currentMs !== windowMs) {
        windowMs = currentMs;
        gathered = new Map();
      }
      const { actor, address } = refusal.caller;
      const place = actor.kind === 'staff' || refusal.place === 'sign-in' ? refusal.place : 'door';
      const asked = actor.kind === 'staff' ? `staff ${actor.id}` : addressKey(address);
      const who = gathered.size >= 4 * mostCallers && !gathered.has(`${asked} ${place}`) ? 'others' : asked;
      const key = `${who} ${place}`;
      const known = gathered.get(key);
      if (known && nowMs - known.writtenMs < flushEveryMs) {
        known.pending += 1;
        return;
      }
      gathered.set(key, { pending: 0, writtenMs: nowMs });
      try {
        await write(refusal, who, place, 1 + (known?.pending ?? 0));
      } catch (error) {
        log.warn({ err: error instanceof Error ? error.name : 'unknown' }, 'a refusal could not be counted');
      }
    },
  };
}
