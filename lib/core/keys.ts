import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from './parse-json';
import { generateKey } from './cipher';

const keysSchema = z.object({ nextAuthSecret: z.string().min(32), landfallKey: z.string().min(40) });

export type Keys = z.infer<typeof keysSchema>;

/** Creates the keys once. If two processes start together, the second reads what the first wrote. */
export function loadOrCreateKeys(folder: string): Keys {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'keys.json');
  const newKeys: Keys = { nextAuthSecret: randomBytes(32).toString('base64'), landfallKey: generateKey() };
  // Linking fails if the file exists, so keys are never replaced and never read half-written.
  const draft = join(folder, `keys.${randomUUID()}.json`);
  writeFileSync(draft, `${JSON.stringify(newKeys, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
    return newKeys;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  const parsed = keysSchema.safeParse(parseJson(readFileSync(path, 'utf8')));
  if (!parsed.success) {
    throw new Error(`${path} cannot be read as keys; restore it from a backup, or remove it to make new ones`);
  }
  return parsed.data;
}
