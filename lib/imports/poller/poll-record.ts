export interface PollRecord {
  plannedPerS: number;
  /** Sent by all instances together. */
  sentPerS: number;
}

const windowS = 900;
/** Too little is sent in a shorter time to derive a rate from it. */
const shortestS = 30;

/** Compares plan and reality. `sent` counts the requests of the pollers of all instances so far. */
export function createPollRecord() {
  let samples: { atS: number; sent: number; plannedPerS: number }[] = [];
  return {
    /** Requests per second since the last sample; undefined if that is too recent. */
    sentSince: ({ atS, sent }: { atS: number; sent: number }): number | undefined => {
      const last = samples.at(-1);
      return last && atS - last.atS >= shortestS ? Math.max(0, sent - last.sent) / (atS - last.atS) : undefined;
    },
    add: ({ atS, sent }: { atS: number; sent: number }, plannedPerS: number) => {
      samples = samples.filter((sample) => atS - sample.atS <= windowS && sample.sent <= sent);
      samples.push({ atS, sent, plannedPerS });
    },
    recent: (): PollRecord | null => {
      const first = samples[0];
      const last = samples.at(-1);
      if (!first || !last || last.atS - first.atS < shortestS) return null;
      const lengthS = last.atS - first.atS;
      const planned = samples.slice(1).reduce((sum, { atS }, index) => {
        const before = samples[index] ?? first;
        return sum + before.plannedPerS * (atS - before.atS);
      }, 0);
      return { plannedPerS: planned / lengthS, sentPerS: (last.sent - first.sent) / lengthS };
    },
  };
}
