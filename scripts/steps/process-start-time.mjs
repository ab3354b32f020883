import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * The start time of a process, to distinguish processes that had the same pid. Undefined if there is none; a zombie
 * counts as none.
 *
 * @param {number} pid
 * @returns {string | undefined}
 */
export function processStartTime(pid) {
  if (existsSync('/proc/self/stat')) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name is in brackets and may contain anything, so count fields from its end.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
      return `${bootId()}/${fields[19]}`;
    } catch {
      return undefined;
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' });
  const [state, ...startTime] = (stdout ?? '').trim().split(/\s+/);
  return state === undefined || state === '' || state.startsWith('Z') ? undefined : startTime.join(' ');
}

function bootId() {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}
