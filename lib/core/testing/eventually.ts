/** For waiting until something has happened: only a hang takes longer, on any machine. Ends before the test does. */
export const eventually = { timeout: 60_000, interval: 10 } as const;
