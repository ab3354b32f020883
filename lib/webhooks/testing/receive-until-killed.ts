import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createCipher } from '../../core/cipher';
import { systemClock } from '../../core/clock';
import { silentLog } from '../../core/log';
import { createMetrics } from '../../core/metrics';
import { standardDialect } from '../../service/dialect/dialect';
import { openDatabase } from '../../store/database/open-database';
import { createWebhooks } from '../create-webhooks';
import { receiveWebhook } from '../receive-webhook';
import { signAuto } from '../sign-message';

/** Receives messages without end, and prints the hash of each once it is acknowledged. */
const { where, key } = z
  .object({ where: z.union([z.object({ url: z.string() }), z.object({ folder: z.string() })]), key: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''));

const database = await openDatabase(where);
const cipher = createCipher([key]);
const secret = 'a secret of the operator';
const webhooks = createWebhooks({
  database,
  cipher,
  clock: systemClock,
  log: silentLog,
  metrics: createMetrics(),
  observer: { database, cipher },
  dialect: () => standardDialect,
  settings: { secrets: [secret], scheme: 'auto', header: undefined, toleranceS: 300 },
});

let event = 0;
const receive = async (): Promise<never> => {
  for (;;) {
    event += 1;
    const fields = { import_id: String(event % 50), status: 'In preparation', timestamp: Date.now() / 1000, event };
    const body = JSON.stringify(fields);
    const { verdict } = await receiveWebhook(webhooks, { ...signAuto(body, secret), address: '203.0.113.7' });
    if (verdict === 'verified') console.log(createHash('sha256').update(body).digest('hex'));
  }
};
await Promise.all(Array.from({ length: 10 }, receive));
