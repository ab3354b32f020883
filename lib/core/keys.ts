import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { generateKey } from './cipher';

const keysSchema = z.object({ nextAuthSecret: z.string().min(32), landfallKey: z.string().min(40) });

export type Keys = z.infer<typeof keysSchema>;

/**
 * The embedded default makes its keys once, into the data folder, readable by their owner alone. Whoever comes
 * second (two processes may start together) reads what the first one wrote.
 */
export function loadOrCreateKeys(folder: string): Keys {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'keys.json');
  const fresh: Keys = { nextAuthSecret: randomBytes(32).toString('base64'), landfallKey: generateKey() };
  // Written aside and linked, which succeeds once: nobody ever reads half a file, and nobody's keys are replaced.
  const draft = join(folder, `keys.${randomUUID()}.json`);
  writeFileSync(draft, `${JSON.stringify(fresh, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
    return fresh;
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
