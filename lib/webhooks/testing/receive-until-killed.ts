import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createCipher } from '../../core/cipher';
import { openDatabase } from '../../store/database/open-database';
import { receiveWebhook } from '../receive-webhook';
import { signAuto } from '../sign-message';
import { openWebhooks, webhookSecret } from './open-webhooks';

/** Receives messages without end, and prints the hash of each once it is acknowledged. */
const { where, key } = z
  .object({ where: z.union([z.object({ url: z.string() }), z.object({ folder: z.string() })]), key: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''));

const webhooks = openWebhooks({ database: await openDatabase(where), cipher: createCipher([key]) });

let event = 0;
const receive = async (): Promise<never> => {
  for (;;) {
    event += 1;
    const fields = { import_id: String(event % 50), status: 'In preparation', timestamp: Date.now() / 1000, event };
    const body = JSON.stringify(fields);
    const { verdict } = await receiveWebhook(webhooks, { ...signAuto(body, webhookSecret), address: '203.0.113.7' });
    if (verdict === 'verified') console.log(createHash('sha256').update(body).digest('hex'));
  }
};
await Promise.all(Array.from({ length: 10 }, receive));
