import { parseArgs } from 'node:util';
import path from 'node:path';
import { z } from 'zod';
import { createCipher, generateKey } from '../lib/core/cipher';
import { addKey, loadOrCreateKeys } from '../lib/core/keys';
import { parseSettings } from '../lib/core/settings';
import { keyStatusSchema, type KeyStatus } from '../lib/keys/key-schemas';
import { rotateAll } from '../lib/keys/rotate-all';
import { loadEnvFile, runMain, UsageError } from './run-main';
import { type CallCommand, withCommands } from './with-commands';

const help = `The keys that encrypt stored secrets and customer links (LANDFALL_KEY). docs/security.md, "Rotate keys", has the steps.

  npm run keys -- status    shows which keys are in use, and which can be removed
  npm run keys -- new       creates a key: prints it, or adds it to keys.json if LANDFALL_KEY is not set
  npm run keys -- rotate    encrypts everything with the first key; works while the app runs, and can be repeated
`;

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [command = ''] = positionals;
  if (command === 'status') return withCommands(status);
  if (command === 'new') return makeKey();
  if (command === 'rotate') return withCommands(rotate);
  throw new UsageError(command === '' ? 'A command is missing.' : `Unknown command "${command}".`);
}

async function status(call: CallCommand): Promise<number> {
  print(
    z
      .array(keyStatusSchema)
      .parse(await call('keys.status', {}))
      .map(describeKey),
  );
  return 0;
}

function makeKey(): number {
  loadEnvFile();
  const settings = parseSettings(process.env);
  if (settings.landfallKeys !== undefined) {
    print([generateKey()]);
    process.stderr.write('Put it in front of LANDFALL_KEY, followed by a comma and the old key.\n');
    return 0;
  }
  const file = addKey(path.resolve(settings.dataFolder));
  print([`${file} has a new key. Restart Landfall if it is running, then: npm run keys -- rotate`]);
  return 0;
}

async function rotate(call: CallCommand): Promise<number> {
  const before = z.array(keyStatusSchema).parse(await call('keys.status', {}));
  if (!before.some(({ keyId, role }) => role === 'current' && keyId === readNewestKeyId())) {
    print(['The running app does not use the newest key yet. Restart it first.']);
    return 1;
  }
  if (!before.some(({ role }) => role === 'old')) {
    print(['There is only one key. Add one first: npm run keys -- new']);
    return 1;
  }
  const { finished, auditIntact, keys } = await rotateAll(call, ({ step, total, unreadable, done }) => {
    print(unreadable.map((key) => `${step} ${key.join(' ')}: no key decrypts it; left unchanged`));
    if (!done || total > 0) print([`${step}: ${total} done`]);
  });
  print(keys.map(describeKey));
  if (!auditIntact) print(['The audit chain is broken, so keep the old keys: see `npm run audit -- verify`.']);
  return finished ? 0 : 1;
}

function readNewestKeyId(): string | undefined {
  const settings = parseSettings(process.env);
  const keys = settings.landfallKeys ?? [loadOrCreateKeys(path.resolve(settings.dataFolder)).landfallKey];
  return createCipher(keys).keyId;
}

function describeKey(key: KeyStatus): string {
  const count = Object.values(key.values).reduce((sum, rows) => sum + rows, 0);
  const values = `${count} ${count === 1 ? 'value' : 'values'}`;
  const unreadable = key.unreadable > 0 ? ` ${key.unreadable} damaged, which no key decrypts.` : '';
  return `Key ${key.keyId}: ${describeUse(key, values)}${unreadable}`;
}

function describeUse(key: KeyStatus, values: string): string {
  if (key.role === 'current') return `in use, ${values}.`;
  if (key.role === 'unknown') return `not in LANDFALL_KEY, ${values}. Add it to read them.`;
  if (key.mayGo) return 'can be removed now. Nothing depends on it.';
  if (!key.rotated || Object.keys(key.values).length > 0) return `still needed, ${values}. Run npm run keys -- rotate.`;
  if (key.tokens > 0) {
    return (
      `needed to recognise the customers of ${key.tokens} ${key.tokens === 1 ? 'import' : 'imports'} by their token, ` +
      'which is not stored. Without it, their requests need matching by hand.' +
      (key.linksUntil === null ? '' : ` Links made with it work until ${key.linksUntil.slice(0, 10)}.`)
    );
  }
  return `can be removed after ${key.linksUntil?.slice(0, 10)}, when the last link made with it expires.`;
}

function print(lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}

await runMain(main, help);
