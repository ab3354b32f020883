import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { appendAudit, auditAccess } from '../audit/append-audit';
import type { Caller } from '../contract/caller';
import { createCipher, type Cipher } from '../core/cipher';
import type { Clock } from '../core/clock';
import { LandfallError } from '../core/errors';
import { loadOrCreateKeys } from '../core/keys';
import { liveMarker } from '../core/live-folder.mjs';
import type { Log } from '../core/log';
import type { Settings } from '../core/settings';
import type { Database } from '../store/database/database';
import { openDatabase } from '../store/database/open-database';
import { writeConnectionRow } from '../store/service-calls/connection-row';
import { recordPurpose } from './check-database-purpose';
import { changedInBetween } from './save-connection';
import { encryptConnection, readStoredConnection, type StoredConnection } from './stored-connection';

interface GoLiveDeps {
  database: Database;
  cipher: Cipher;
  clock: Clock;
  log: Log;
  settings: Pick<Settings, 'demo' | 'staysDemo' | 'dataFolder' | 'landfallKeys'>;
  /** False if this process cannot be restarted from inside. */
  requestRestart(): boolean;
}

export interface GoLiveRequest {
  caller: Caller;
  /** The version of the connection that the admin was shown. */
  version: number;
}

/** The demo's accounts must not appear in the live audit log. */
const liveCaller: Caller = { actor: { kind: 'command', name: 'go live' }, address: '', requestId: 'go live' };

/**
 * Creates the live data folder inside the demo's: new keys, an empty database and the checked connection. It is complete
 * when it gets its name, and the next start uses it (scripts/steps/read-launch-settings.mjs).
 */
export async function goLive(deps: GoLiveDeps, { caller, version }: GoLiveRequest): Promise<{ restarting: boolean }> {
  const { settings, log } = deps;
  if (!settings.demo) throw new LandfallError('conflict', 'This is not the demo, so there is nothing to go live with.');
  if (settings.staysDemo)
    throw new LandfallError(
      'conflict',
      'LANDFALL_DEMO=on keeps Landfall in the demo. Remove this setting and restart.',
    );
  const saved = await readStoredConnection(deps.database.db, deps.cipher);
  if (saved.version !== version) throw changedInBetween();
  if (saved.stored.service === null || saved.checkedAt === null)
    throw new LandfallError('conflict', 'Check the connection first. It has to work before you go live.');
  const folder = path.resolve(/* turbopackIgnore: true */ settings.dataFolder);
  const live = path.join(folder, 'live');
  if (!hasMarker(live)) {
    if (existsSync(live))
      throw new LandfallError('conflict', `${live} is not a folder of Landfall. Move it elsewhere, then try again.`);
    await auditAccess(deps, { caller, action: 'connection.went_live', subject: saved.stored.service.url });
    await createLiveFolder(deps, { folder, live, stored: saved.stored, checkedAt: saved.checkedAt });
    log.info({ folder: live }, 'live data folder created');
  }
  return { restarting: deps.requestRestart() };
}

const hasMarker = (folder: string) => existsSync(path.join(folder, liveMarker));

async function createLiveFolder(
  { clock, log, settings }: GoLiveDeps,
  given: { folder: string; live: string; stored: StoredConnection; checkedAt: Date },
): Promise<void> {
  const { stored, checkedAt } = given;
  const draft = path.join(given.folder, `live.${randomUUID()}`);
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    const cipher = createCipher(settings.landfallKeys ?? [loadOrCreateKeys(draft).landfallKey]);
    const database = await openDatabase({ folder: draft, clock, log });
    try {
      await database.transaction(async (tx) => {
        const at = clock.now();
        const valueEncrypted = encryptConnection(cipher, stored);
        await writeConnectionRow(tx, { version: 1, valueEncrypted, by: 'go live', at, checkedAt }, 0);
        await recordPurpose(tx, 'live', at);
        await appendAudit({ clock, cipher }, tx, {
          caller: liveCaller,
          action: 'connection.went_live',
          subject: stored.service?.url ?? '',
        });
      });
    } finally {
      await database.close();
    }
    await writeFile(path.join(draft, liveMarker), `${JSON.stringify({ at: clock.now() })}\n`, { flush: true });
    await rename(draft, given.live);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another admin did the same at the same time.
    if (!hasMarker(given.live)) throw error;
  }
}

/** What was left when the process was killed while going live. At start, because nothing else builds one then. */
export async function removeUnfinishedFolders(dataFolder: string): Promise<void> {
  const folder = path.resolve(/* turbopackIgnore: true */ dataFolder);
  const unfinished = (await readdir(folder)).filter((name) => /^live\.[\da-f-]{36}$/.test(name));
  await Promise.all(unfinished.map((name) => rm(path.join(folder, name), { recursive: true, force: true })));
}
