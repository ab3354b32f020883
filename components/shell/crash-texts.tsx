'use client';

import { createContext, useContext, type ReactNode } from 'react';

interface CrashTexts {
  title: string;
  text: string;
  retry: string;
}

const TextsContext = createContext<CrashTexts | null>(null);

/** On customer pages, what a crash says in their language. Null on staff pages. */
export function CrashTextsProvider({ texts, children }: { texts: CrashTexts | null; children: ReactNode }) {
  return <TextsContext value={texts}>{children}</TextsContext>;
}

export function useCrashTexts(): CrashTexts | null {
  return useContext(TextsContext);
}
