/** Options for vi.waitFor: longer than any machine needs, shorter than the test timeout. */
export const eventually = { timeout: 60_000, interval: 10 } as const;
