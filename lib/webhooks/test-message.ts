import { z } from 'zod';
import { parseJson } from '../core/parse-json';
import type { Settings } from '../core/settings';
import { signAuto, signStandard, signTimestamped } from './sign-message';
import type { SignedMessage } from './verify-message';

const maxBytes = 200;
const schema = z.strictObject({ landfallTest: z.uuid() });

/** A message to ourselves, signed as the service is asked to. It shows that our address works and changes nothing. */
export function createTestMessage(
  { scheme, header, secrets }: Settings['webhook'],
  { id, at }: { id: string; at: Date },
): SignedMessage {
  const body = JSON.stringify({ landfallTest: id });
  const secret = secrets[0] ?? '';
  switch (scheme) {
    case 'auto':
      return signAuto(body, secret, { header: 'x-landfall-signature', prefix: 'sha256=' });
    case 'standard':
      return signStandard(body, secret, { id, at });
    case 'timestamped':
      return signTimestamped(body, secret, { header: header ?? '', at });
  }
}

/** The id of a test message; undefined for any other. Only for messages whose signature is valid. */
export function readTestMessage(body: Uint8Array): string | undefined {
  if (body.byteLength > maxBytes) return undefined;
  return schema.safeParse(parseJson(Buffer.from(body).toString('utf8'))).data?.landfallTest;
}
