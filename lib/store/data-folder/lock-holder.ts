import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';

const text = z.string().max(500);

/** Who holds a folder. A pid alone is not enough: pids are used again, after a restart of the machine especially. */
export const holderSchema = z.object({
  id: z.uuid(),
  host: text,
  pid: z.number().int().positive(),
  /** When the process began, in the kernel's own words: told apart from a later process with the same pid. */
  processStart: text,
  /** Which run of which kernel: changes with every boot, and containers on one machine share it. */
  boot: text,
  /** Pids mean something inside one namespace alone: two containers may both be process 1. */
  pidNamespace: text,
  since: z.iso.datetime(),
  /** Whether the holder answers on the folder's liveness socket, which tells across containers whether it lives. */
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
 * `unknown` where we cannot look: another machine (a shared folder), or another container whose socket is out of
 * reach. The caller treats it as alive, since opening a database that is in use loses rows.
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

/** Undefined when there is no such process. A zombie has ended: it only waits to be noticed. */
function processStart(pid: number): string | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The second field is the command in parentheses, which may itself hold spaces and parentheses.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
    }
    // Spelt the same for everybody, whatever language and time zone each process was started with.
    const shown = execFileSync('/bin/sh', ['-c', `LC_ALL=C TZ=UTC ps -o lstart= -p ${pid}`]);
    return shown.toString().trim() || undefined;
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
