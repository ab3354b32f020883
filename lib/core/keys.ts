import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode } from './error-code.mjs';
import { parseJson } from './parse-json';
import { generateKey } from './cipher';

const keysSchema = z.object({
  nextAuthSecret: z.string().min(32),
  /** The newest: it encrypts. */
  landfallKey: z.string().min(40),
  /** Still decrypt, newest first. */
  olderKeys: z.array(z.string().min(40)).default([]),
});

export type Keys = z.infer<typeof keysSchema>;

/** Creates the keys once. If two processes start together, the second reads what the first wrote. */
export function loadOrCreateKeys(folder: string): Keys {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'keys.json');
  const newKeys: Keys = {
    nextAuthSecret: randomBytes(32).toString('base64'),
    landfallKey: generateKey(),
    olderKeys: [],
  };
  // Linking fails if the file exists, so keys are never replaced and never read half-written.
  const draft = join(folder, `keys.${randomUUID()}.json`);
  writeKeys(draft, newKeys);
  try {
    linkSync(draft, path);
    return newKeys;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  const parsed = keysSchema.safeParse(parseJson(readFileSync(path, 'utf8')));
  if (!parsed.success) {
    throw new Error(`${path} cannot be read as keys; restore it from a backup, or remove it to make new ones`);
  }
  return parsed.data;
}

/** Puts a new key in front. Returns the file. */
export function addKey(folder: string): string {
  const keys = loadOrCreateKeys(folder);
  const path = join(folder, 'keys.json');
  // Exists only while a key is added, so that two commands cannot replace each other's key.
  const draft = join(folder, 'keys.next.json');
  writeKeys(draft, { ...keys, landfallKey: generateKey(), olderKeys: [keys.landfallKey, ...keys.olderKeys] });
  renameSync(draft, path);
  return path;
}

function writeKeys(path: string, keys: Keys): void {
  writeFileSync(path, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
}
