import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, inject, it } from 'vitest';
import { signAuto, signStandard, signTimestamped } from './sign-message';
import { verifyMessage, type SignedMessage } from './verify-message';

const auto = (secrets: string[]) => ({ scheme: 'auto' as const, secrets });
const standard = (secrets: string[]) => ({ scheme: 'standard' as const, secrets });
const timestamped = (secrets: string[], header = 'stripe-signature') => ({
  scheme: 'timestamped' as const,
  secrets,
  header,
});

describe('published vectors', () => {
  it('accepts the example in GitHub’s documentation, under any header name', () => {
    const body = Buffer.from('Hello, World!');
    const value = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    for (const name of ['x-hub-signature-256', 'x-anything'])
      expect(verifyMessage({ headers: [[name, value]], body }, auto(["It's a Secret to Everybody"]))).toMatchObject({
        signed: true,
        header: name,
      });
  });

  it('accepts the examples of Standard Webhooks', () => {
    const vectors = [
      {
        secret: 'whsec_plJ3nmyCDGBKInavdOK15jsl',
        id: 'msg_loFOjxBNrRLzqYUf',
        timestamp: '1731705121',
        body: '{"event_type":"ping","data":{"success":true}}',
        signature: 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=',
      },
      {
        secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
        id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        timestamp: '1614265330',
        body: '{"test": 2432232314}',
        signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
    ];
    for (const { secret, id, timestamp, body, signature } of vectors) {
      const message: SignedMessage = {
        headers: [
          ['webhook-id', id],
          ['webhook-timestamp', timestamp],
          ['webhook-signature', `v1a,AAAA v1,AAAA ${signature}`],
        ],
        body: Buffer.from(body),
      };
      expect(verifyMessage(message, standard([secret]))).toEqual({
        signed: true,
        scheme: 'standard',
        header: 'webhook-signature',
        signedAt: new Date(Number(timestamp) * 1000),
        signedId: id,
      });
    }
  });

  it('accepts the fixture of Stripe’s library', () => {
    const object = {
      id: 'ii_123',
      object: 'invoiceitem',
      amount: 1000,
      currency: 'usd',
      customer: 'cus_123',
      date: 1533204620,
      description: 'Test Invoice Item',
      discountable: false,
      invoice: 'in_123',
      livemode: false,
      metadata: {},
      period: { start: 1533204620, end: 1533204620 },
      plan: null,
      proration: false,
      quantity: null,
      subscription: null,
    };
    const event = {
      id: 'evt_123',
      object: 'event',
      account: 'acct_123',
      api_version: '2017-05-25',
      created: 1533204620,
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: 'req_123', idempotency_key: 'idempotency-key-123' },
      type: 'invoiceitem.created',
    };
    const value =
      't=1533204620,v1=f0bdba6d4eacbd8ad8a3bbadd7248e633ec1477f7899c124c51b39405fa36613,v0=63f3a72374a733066c4be69ed7f8e5ac85c22c9f0a6a612ab9a025a9e4ee7eef';
    const message = {
      headers: [['stripe-signature', value]] as const,
      body: Buffer.from(`${JSON.stringify(event, null, 2)}\n`),
    };
    expect(verifyMessage(message, timestamped(['webhook_secret']))).toMatchObject({
      signed: true,
      signedAt: new Date(1533204620 * 1000),
    });
  });

  it('accepts messages signed by the Standard Webhooks package', () => {
    const secret = `whsec_${Buffer.from('a key of some length').toString('base64')}`;
    const at = new Date('2026-11-12T09:00:00Z');
    const body = '{"übung":1}';
    const theirs = new Webhook(secret).sign('msg_7', at, body);
    expect(signStandard(body, secret, { id: 'msg_7', at }).headers).toContainEqual(['webhook-signature', theirs]);
  });
});

describe('scheme auto', () => {
  it('finds the signature in any header, in hex or base64, with or without a prefix', () => {
    for (const spelling of ['hex', 'base64', 'base64url'] as const)
      for (const prefix of ['', 'sha256=', 'SHA256:', 'v1,', 'hmac-sha256 ', 'keyId="k", signature='])
        for (const header of ['x-signature', 'authorization-mac', 'x-b']) {
          const message = signAuto('{"id":1}', 'secret one', { header, prefix, spelling });
          expect(verifyMessage(message, auto(['secret one'])), `${prefix} ${spelling}`).toMatchObject({ signed: true });
        }
  });

  it('accepts any of the secrets during rotation', () => {
    const message = signAuto('{}', 'old');
    expect(verifyMessage(message, auto(['new', 'old'])).signed).toBe(true);
    expect(verifyMessage(message, auto(['new'])).signed).toBe(false);
  });

  it('accepts only the canonical base64 of a signature', () => {
    const message = signAuto('{}', 's', { spelling: 'base64' });
    const value = message.headers[0]?.[1] ?? '';
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const accepted = [...digits].filter((last) => {
      const headers = [['x-signature', `${value.slice(0, 42)}${last}=`]] as const;
      return verifyMessage({ ...message, headers }, auto(['s'])).signed;
    });
    expect(accepted).toEqual([value[42]]);
  });

  it('reads a limited number of headers of limited length', () => {
    const signed = signAuto('{}', 's');
    const filler = Array.from({ length: 100 }, (_, i): [string, string] => [`x-${i}`, 'y']);
    expect(verifyMessage({ ...signed, headers: [...filler, ...signed.headers] }, auto(['s'])).signed).toBe(false);
    const long = signAuto('{}', 's', { prefix: `${'a'.repeat(5000)} ` });
    expect(verifyMessage(long, auto(['s'])).signed).toBe(false);
  });

  it('names the setting that would accept a message of another scheme, and still rejects it', () => {
    const at = new Date('2026-11-12T09:00:00Z');
    const asStandard = verifyMessage(signStandard('{}', 'c2VjcmV0', { at }), auto(['c2VjcmV0']));
    expect(asStandard).toMatchObject({ signed: false });
    expect(asStandard.signed || asStandard.reason).toContain('WEBHOOK_SCHEME=standard');
    const stamped = verifyMessage(signTimestamped('{}', 's', { header: 'x-sig', at }), auto(['s']));
    expect(stamped.signed || stamped.reason).toContain('WEBHOOK_HEADER=x-sig');
  });
});

it('never accepts an empty secret', () => {
  const at = new Date('2026-11-12T09:00:00Z');
  const empty = createHmac('sha256', '').update('{}').digest('hex');
  expect(verifyMessage({ headers: [['x-s', empty]], body: Buffer.from('{}') }, auto(['', '  '])).signed).toBe(false);
  const stamp = String(at.getTime() / 1000);
  const emptyStamped = createHmac('sha256', '').update(`${stamp}.{}`).digest('hex');
  const message = { headers: [['x-s', `t=${stamp},v1=${emptyStamped}`]] as const, body: Buffer.from('{}') };
  expect(verifyMessage(message, timestamped([''], 'x-s')).signed).toBe(false);
  expect(verifyMessage(message, standard(['', 'whsec_'])).signed).toBe(false);
});

it('accepts no message in which anything was changed', () => {
  const count = inject('fullSize') ? 10_000 : 2_000;
  const at = new Date('2026-11-12T09:00:00Z');
  const secret = `whsec_${Buffer.from('thirty-two bytes of secret, more').toString('base64')}`;
  const body = Buffer.from('{"id":"418315","status":"Migration completed","timestamp":1794474000}');
  const kinds = [
    { message: signAuto(body, secret), settings: auto([secret]) },
    { message: signAuto(body, secret, { spelling: 'base64', prefix: 'sha256=' }), settings: auto([secret]) },
    { message: signStandard(body, secret, { at }), settings: standard([secret]) },
    { message: signTimestamped(body, secret, { header: 'x-sig', at }), settings: timestamped([secret], 'x-sig') },
  ];
  for (const { message, settings } of kinds) expect(verifyMessage(message, settings).signed).toBe(true);

  const mutation = fc.record({
    kind: fc.nat(kinds.length - 1),
    where: fc.constantFrom('body', 'header', 'cut body', 'longer body', 'cut header'),
    at: fc.nat(10_000),
    bit: fc.nat(6),
  });
  let tried = 0;
  fc.assert(
    fc.property(mutation, ({ kind, where, at: position, bit }) => {
      const chosen = kinds[kind];
      if (!chosen) return;
      const mutated = mutate(chosen.message, where, position, bit);
      if (!mutated) return;
      tried++;
      expect(verifyMessage(mutated, chosen.settings).signed).toBe(false);
    }),
    { numRuns: 1.3 * count, seed: 7 },
  );
  expect(tried).toBeGreaterThan(count);
});

/** Returns undefined if the mutation has the same meaning: the case of hex, the name before a MAC. */
function mutate(message: SignedMessage, where: string, position: number, bit: number): SignedMessage | undefined {
  const body = Buffer.from(message.body);
  if (where === 'cut body') return { ...message, body: body.subarray(0, position % body.length) };
  if (where === 'longer body') return { ...message, body: Buffer.concat([body, Buffer.from([position % 256])]) };
  if (where === 'body') {
    const index = position % body.length;
    body[index] = (body[index] ?? 0) ^ (1 << bit);
    return { ...message, body };
  }
  const index = position % message.headers.length;
  const entry = message.headers[index];
  if (!entry) return undefined;
  const [name, value] = entry;
  const macAt = value.search(/([0-9a-f]{64}|[A-Za-z0-9+/]{43}=?)$/);
  const changed =
    where === 'cut header'
      ? value.slice(0, value.replace(/=$/, '').length - 1 - (position % 5))
      : replaceAt(value, position % value.length, (code) => code ^ (1 << bit));
  const sameMac =
    macAt >= 0 &&
    changed.slice(macAt).toLowerCase().replace(/=?$/, '') === value.slice(macAt).toLowerCase().replace(/=?$/, '');
  const onlyTheCase = sameMac && /^[0-9a-f]{64}$/.test(value.slice(macAt));
  const onlyThePrefix =
    sameMac && changed.slice(macAt) === value.slice(macAt) && !value.startsWith('t=') && !value.startsWith('v1');
  if (changed === value || onlyTheCase || onlyThePrefix) return undefined;
  const headers = message.headers.map((header, i) => (i === index ? ([name, changed] as const) : header));
  return { ...message, headers };
}

function replaceAt(text: string, index: number, change: (code: number) => number): string {
  return text.slice(0, index) + String.fromCharCode(change(text.charCodeAt(index))) + text.slice(index + 1);
}
