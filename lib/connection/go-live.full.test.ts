import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compose, type Landfall } from '../compose';
import { liveMarker } from '../core/live-folder.mjs';
import { silentLog } from '../core/log';
import { parseSettings } from '../core/settings';
import { listAuditAfter } from '../store/events/audit';
import { markConnectionChecked } from '../store/service-calls/connection-row';
import { imports } from '../store/schema/imports';
import { listStaff } from '../store/staff/staff';
import { saveConnection } from './save-connection';
import { adminCaller } from './testing/open-connection';

const url = 'https://service.example/api/v2.1';
const webhookSecret = 'the secret of the webhooks';

let folder: string;
let opened: Landfall[];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'landfall-go-live-'));
  opened = [];
});
afterEach(async () => {
  for (const landfall of opened) await landfall.close();
  await rm(folder, { recursive: true, force: true });
});

const simulator = { LANDFALL_SIMULATOR: 'http://127.0.0.1:9' };
async function open(environment: Record<string, string>, requestRestart = () => true): Promise<Landfall> {
  const settings = parseSettings({ LANDFALL_DATA: folder, ...environment });
  const landfall = await compose(settings, { log: silentLog, requestRestart });
  opened.push(landfall);
  return landfall;
}
const close = async (landfall: Landfall) => {
  opened = opened.filter((other) => other !== landfall);
  await landfall.close();
};
const save = (landfall: Landfall, basedOn: number) =>
  saveConnection(landfall, {
    caller: adminCaller,
    body: { basedOn, service: { url, token: 'a-token' }, webhookSecret },
  });

it('starts with the checked connection and nothing else', async () => {
  let restarts = 0;
  // Of a process that was killed on the way.
  await mkdir(path.join(folder, `live.${randomUUID()}`, 'database'), { recursive: true });
  const demo = await open(simulator, () => (restarts += 1) > 0);
  expect(readdirSync(folder).filter((name) => name.startsWith('live'))).toEqual([]);
  await save(demo, 0);
  await expect(demo.goLive({ caller: adminCaller, version: 0 })).rejects.toMatchObject({ code: 'conflict' });
  await expect(demo.goLive({ caller: adminCaller, version: 1 })).rejects.toMatchObject({ code: 'conflict' });
  expect(existsSync(path.join(folder, 'live'))).toBe(false);

  await markConnectionChecked(demo.database.db, 1, new Date());
  // Two admins at once.
  const results = await Promise.all([1, 2].map(() => demo.goLive({ caller: adminCaller, version: 1 })));
  expect(results).toEqual([{ restarting: true }, { restarting: true }]);
  expect(restarts).toBe(2);
  expect(readdirSync(folder).filter((name) => name.startsWith('live'))).toEqual(['live']);
  expect((await listStaff(demo.database.db)).length).toBeGreaterThan(0);
  const demoKey = demo.cipher.keyId;
  await close(demo);

  expect(existsSync(path.join(folder, 'live', liveMarker))).toBe(true);
  const live = await open({ LANDFALL_DATA: path.join(folder, 'live'), LANDFALL_DEMO: 'off' });
  expect(live.connection.current()).toMatchObject({ source: 'stored', service: { url, token: 'a-token' } });
  expect(live.connection.webhook.secrets).toEqual([webhookSecret]);
  expect(live.demoAccounts).toEqual([]);
  expect(await listStaff(live.database.db)).toEqual([]);
  expect(await live.database.db.select().from(imports)).toEqual([]);
  expect(live.cipher.keyId).not.toBe(demoKey);
  const audit = await listAuditAfter(live.database.db, 0, 100);
  expect(audit.map(({ action }) => action)).toEqual(['connection.went_live']);
  expect(JSON.stringify(audit)).not.toMatch(/ada@x\.example|a-token/);
});

it('does not use a folder that only has the name, and is refused if the demo is set', async () => {
  await mkdir(path.join(folder, 'live', 'photos'), { recursive: true });
  const demo = await open(simulator);
  await save(demo, 0);
  await markConnectionChecked(demo.database.db, 1, new Date());
  await expect(demo.goLive({ caller: adminCaller, version: 1 })).rejects.toMatchObject({ code: 'conflict' });
  expect(readdirSync(path.join(folder, 'live'))).toEqual(['photos']);
  await close(demo);

  const forced = await open({ ...simulator, LANDFALL_DEMO: 'on' });
  await rm(path.join(folder, 'live'), { recursive: true });
  await expect(forced.goLive({ caller: adminCaller, version: 1 })).rejects.toMatchObject({ code: 'conflict' });
  expect(existsSync(path.join(folder, 'live'))).toBe(false);
});

it('is refused outside the demo', async () => {
  const live = await open({ LANDFALL_DEMO: 'off' });
  await save(live, 0);
  await markConnectionChecked(live.database.db, 1, new Date());
  await expect(live.goLive({ caller: adminCaller, version: 1 })).rejects.toMatchObject({ code: 'conflict' });
  expect(existsSync(path.join(folder, 'live'))).toBe(false);
});
