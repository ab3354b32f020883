import { createRandom } from '../random';
import type { ImportRecord } from './import-record';
import { type FamilySlug, toolOf } from './tools';

export type World = ReturnType<typeof createWorld>;

export interface ImportProperties {
  tool: string;
  family?: FamilySlug | undefined;
  username?: string | null | undefined;
  instanceUrl?: string | null | undefined;
  startFull?: boolean | undefined;
  /** With a destination token, which is not stored. */
  destinationAuthorized?: boolean | undefined;
}

interface NewImport extends ImportProperties {
  origin: ImportRecord['origin'];
  createdAt: number;
}

const firstNumber = 417_001;

export function createWorld(seed: string) {
  let nextNumber = firstNumber;
  const byNumber = new Map<number, ImportRecord>();
  const byUuid = new Map<string, ImportRecord>();
  const byToken = new Map<string, ImportRecord>();
  const byUsername = new Map<string, ImportRecord[]>();

  function restore(record: ImportRecord): void {
    nextNumber = Math.max(nextNumber, record.number + 1);
    byNumber.set(record.number, record);
    byUuid.set(record.uuid, record);
    byToken.set(record.token, record);
    if (record.username === null) return;
    const key = record.username.toLowerCase();
    const known = byUsername.get(key);
    if (known === undefined) byUsername.set(key, [record]);
    else known.push(record);
  }

  return {
    seed,
    restore,
    add(params: NewImport): ImportRecord {
      const number = nextNumber;
      const random = createRandom(`${seed}:names:${number}`);
      const tool = toolOf(params.tool);
      const record: ImportRecord = {
        number,
        uuid: `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-a${random.hex(3)}-${random.hex(12)}`,
        token: random.hex(32),
        origin: params.origin,
        username: params.username ?? null,
        tool: tool.slug,
        family: params.family ?? tool.families[0],
        instanceUrl: params.instanceUrl ?? null,
        startFull: params.startFull ?? false,
        createdAt: params.createdAt,
        status: 'Collecting credentials',
        statusHistory: [{ status: 'Collecting credentials', at: params.createdAt }],
        authorized: { source: false, destination: params.destinationAuthorized ?? false },
        due: null,
        requests: [],
        decisions: [],
        purchases: [],
        // start_full means that the partner pays (section 2).
        paidBy: params.startFull === true ? 'partner' : null,
        gone: null,
        outcome: null,
        runs: 0,
      };
      restore(record);
      return record;
    },
    /** By number, UUID or any form of the identifier. */
    find(id: string): ImportRecord | undefined {
      const digits = /^(?:imp-)?([1-9]\d{0,14})$/.exec(id)?.[1];
      return digits === undefined ? byUuid.get(id) : byNumber.get(Number(digits));
    },
    findByToken: (token: string) => byToken.get(token),
    ofUsername: (username: string) => byUsername.get(username.toLowerCase()) ?? [],
    all: () => [...byNumber.values()],
    clear(): void {
      byNumber.clear();
      byUuid.clear();
      byToken.clear();
      byUsername.clear();
    },
  };
}
