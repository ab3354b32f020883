'use client';

import { useEffect, useState } from 'react';

/** The last valid value, once typing pauses. Equal values must be identical from one render to the next. */
export function useSettled<T>(value: T, pauseMs: number, valid = true): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (!valid) return;
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [valid, value, pauseMs]);
  return settled;
}
