import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AssertionOptions, RegistrationOptions } from '../../contract/account';
import type { Assertion, Registration } from '../../contract/account-requests';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** A passkey without a device: ES256 as an authenticator would sign, with faults that tests choose. */
export function createSoftwareAuthenticator(options: { origin?: string; rpId?: string; backedUp?: boolean } = {}) {
  const { origin = 'http://localhost:3000', rpId = 'localhost', backedUp = false } = options;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;

  /** User present and verified, plus backup eligible and backed up. */
  const flagsOf = (userVerified: boolean) => 0x01 | (userVerified ? 0x04 : 0) | (backedUp ? 0x18 : 0);
  const authenticatorData = (flags: number, count: number, attested = Buffer.alloc(0)) => {
    const counterBytes = Buffer.alloc(4);
    counterBytes.writeUInt32BE(count);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counterBytes, attested]);
  };
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const };

  return {
    id: credential.id,

    register({ options: given }: RegistrationOptions, userVerified = true): Registration {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // COSE: EC2 key, ES256, P-256.
      const cose = encode(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
      const authData = authenticatorData(flagsOf(userVerified) | 0x40, counter, attested);
      const attestationObject = encode(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      const clientDataJSON = clientData('webauthn.create', given.challenge).toString('base64url');
      return {
        ...credential,
        response: {
          clientDataJSON,
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    /** `count` replaces the signature counter, as a copied authenticator would. */
    assert(
      { options: given }: AssertionOptions,
      fault: { count?: number; userVerified?: boolean; userHandle?: string } = {},
    ): Assertion {
      const { count = (counter += 1), userVerified = true, userHandle } = fault;
      const authData = authenticatorData(flagsOf(userVerified), count);
      const client = clientData('webauthn.get', given.challenge);
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()]);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          ...(userHandle !== undefined && { userHandle }),
        },
      };
    },
  };
}

/** The part of CBOR that WebAuthn uses. */
function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, item]) => [encode(key), encode(item)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument]);
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument]);
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 255]);
}
