import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';

const text = z.string().max(500);

/** Identifies a process. A pid alone is not enough, because pids are reused, especially after a reboot. */
export const holderSchema = z.object({
  id: z.uuid(),
  host: text,
  pid: z.number().int().positive(),
  /** Start time as the kernel formats it: distinguishes a later process with the same pid. */
  processStart: text,
  /** Changes with every boot; containers on one machine share it. */
  boot: text,
  /** Pids are only comparable inside one namespace: two containers may both be process 1. */
  pidNamespace: text,
  since: z.iso.datetime(),
  /** Whether the holder listens on a liveness socket, which other containers can probe. */
  answers: z.boolean(),
});
export type Holder = z.infer<typeof holderSchema>;

export function describeThisProcess(id: string, since: Date, answers: boolean): Holder {
  return {
    id,
    host: hostname(),
    pid: process.pid,
    processStart: processStart(process.pid) ?? 'unknown',
    boot: readBootId(),
    pidNamespace: pidNamespace(),
    since: since.toISOString(),
    answers,
  };
}

/**
 * `unknown` when the holder is on another machine, or in another container without a socket. The caller treats it as
 * alive, since opening a database that is in use loses rows.
 */
export async function checkHolder(
  holder: Holder,
  probeSocket: () => Promise<boolean>,
): Promise<'alive' | 'dead' | 'unknown'> {
  if (holder.boot !== readBootId()) return holder.host === hostname() ? 'dead' : 'unknown';
  if (holder.pidNamespace !== pidNamespace()) {
    if (!holder.answers) return 'unknown';
    return (await probeSocket()) ? 'alive' : 'dead';
  }
  return processStart(holder.pid) === holder.processStart ? 'alive' : 'dead';
}

/** Undefined if the process does not exist or is a zombie. */
function processStart(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The second field is the command in parentheses, which may itself contain spaces and parentheses.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
    }
    // Fixed locale and time zone, so that every process reads the same text.
    const output = execFileSync('/bin/sh', ['-c', `LC_ALL=C TZ=UTC ps -o lstart= -p ${pid}`]);
    return output.toString().trim() || undefined;
  } catch {
    return undefined;
  }
}

function readBootId(): string {
  try {
    if (process.platform === 'linux') return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return execFileSync('/usr/sbin/sysctl', ['-n', 'kern.boottime']).toString().trim();
  } catch {
    return 'unknown';
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return 'none';
  }
}
