import { randomUUID } from 'node:crypto';
import { createAudit } from '../../audit/create-audit';
import { systemClock } from '../../core/clock';
import { silentLog } from '../../core/log';
import { createServiceClient } from '../../service/create-service-client';
import { openDatabase } from '../../store/open-database';
import { decideSponsorship } from '../decide-sponsorship';
import { staffCaller } from './staff-caller';

/** A process that accepts one import and is gone, without a word, at one of the moments around the call. */
const [databaseUrl = '', serviceUrl = '', token = '', importId = '', point = ''] = process.argv.slice(2);

const database = await openDatabase({ url: databaseUrl });
await decideSponsorship(
  {
    database,
    client: createServiceClient({
      url: serviceUrl,
      sandboxUrl: serviceUrl,
      token,
      password: 'X',
      budget: { take: async () => undefined, pause: async () => undefined },
      clock: systemClock,
      random: Math.random,
      log: silentLog,
    }),
    audit: createAudit({ clock: systemClock }),
    clock: systemClock,
    random: Math.random,
    newId: randomUUID,
    log: silentLog,
    whoPays: 'partner',
    notify: () => undefined,
    observeGone: async () => undefined,
    timing: { callDeadlineMs: 20_000, leaseMs: 1000, pickUpMs: 1000 },
    checkpoint: (at) => {
      if (at === point) process.kill(process.pid, 'SIGKILL');
    },
  },
  {
    caller: staffCaller('Ines'),
    environment: 'live',
    importId,
    kind: 'accept',
    body: { reason: '', note: '', overrideBudget: false },
  },
);
await database.close();
process.exit(0);
