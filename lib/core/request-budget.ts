/** In the order of their priority. `decision`: sends an accept, a reject or a sponsored creation. */
export const lanes = ['decision', 'people', 'poller'] as const;
export type Lane = (typeof lanes)[number];

export interface Requester {
  lane: Lane;
  /** Each person has a fair share and a limited number of calls. Null: Landfall itself. */
  person: string | null;
}

/** At most `SERVICE_RATE_PER_S` requests in any sliding second, across all instances. */
export interface RequestBudget {
  /**
   * Resolves when the request may be sent, which the caller should do at once; rejects with the signal's reason when
   * aborted. `onServed` is called first, before another call gets a slot.
   */
  take(requester: Requester, signal: AbortSignal, onServed?: () => void): Promise<void>;
  /** Blocks all requests of all instances, for at most 15 minutes. */
  pause(forMs: number): Promise<void>;
}
