import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { dropOldest } from '../../lib/core/drop-oldest';

const maxBytes = 20_000_000;
const repeatedWithinMs = 60_000;
const maxRemembered = 200;
const maxLineLength = 100_000;
/** Next prints this at each start. */
const aboutConfig = /✓.* Running next\.config\S* took /;

const lineSchema = z.object({
  level: z.enum(['debug', 'info', 'warn', 'error']),
  time: z.iso.datetime(),
  msg: z.string(),
  printed: z.string().optional(),
  err: z.object({ message: z.string() }).optional().catch(undefined),
});

export interface OutputLog {
  path: string;
  /** Takes output in pieces of any length. */
  write(text: string, stream: 'stdout' | 'stderr'): void;
  /** Until then, nothing is shown: progress is updated in place. */
  startShowing(): void;
}

/**
 * Stores the output of the app in a file, and shows what a person at the terminal should read: warnings, errors and what is
 * not a log line. The log of the previous start is kept.
 */
export function openOutputLog(folder: string, show: (line: string) => void): OutputLog {
  const path = join(folder, 'landfall.log');
  const shownAt = new Map<string, number>();
  const rest = { stdout: '', stderr: '' };
  let held: string[] | undefined = [];
  let file = openNew();
  let bytes = 0;
  let failed = false;

  function openNew(): number {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (existsSync(path)) renameSync(path, join(folder, 'landfall.previous.log'));
    return openSync(path, 'w', 0o600);
  }

  /** A full disk must not stop the app. */
  function store(line: string): void {
    try {
      if (bytes > maxBytes) {
        const next = openNew();
        closeSync(file);
        file = next;
        bytes = 0;
      }
      // Synchronous, so that the last lines before a crash are stored.
      bytes += writeSync(file, `${line}\n`);
      failed = false;
    } catch (error) {
      if (!failed) show(`  The log could not be written: ${String(error)}`);
      failed = true;
    }
  }

  function wasJustShown(message: string, atMs: number): boolean {
    const isRepeated = atMs - (shownAt.get(message) ?? -Infinity) < repeatedWithinMs;
    if (!isRepeated) shownAt.set(message, atMs);
    dropOldest(shownAt, maxRemembered);
    return isRepeated;
  }

  function forTerminal(line: string): string | undefined {
    const entry = parseLine(line);
    if (entry === undefined) return aboutConfig.test(line) ? undefined : line;
    if (entry.level === 'debug' || entry.level === 'info') return undefined;
    const message = `${entry.level === 'warn' ? 'Warning' : 'Error'}: ${entry.printed ?? entry.msg}${entry.err ? `: ${entry.err.message}` : ''}`;
    const at = new Date(entry.time);
    return wasJustShown(message, at.getTime()) ? undefined : `  ${at.toLocaleTimeString('en-GB')}  ${message}`;
  }

  return {
    path,
    write(text, stream) {
      const lines = (rest[stream] + text).split('\n');
      rest[stream] = (lines.pop() ?? '').slice(0, maxLineLength);
      for (const line of lines) {
        store(line);
        const shown = forTerminal(line);
        if (shown === undefined) continue;
        if (held) held.push(shown);
        else show(shown);
      }
    },
    startShowing() {
      held?.forEach(show);
      held = undefined;
    },
  };
}

function parseLine(line: string): z.infer<typeof lineSchema> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return lineSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
