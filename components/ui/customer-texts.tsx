'use client';

import { createContext, useContext, type ReactNode } from 'react';

interface CustomerTexts {
  notFound: { title: string; text: string };
  crash: { title: string; text: string; retry: string };
}

const TextsContext = createContext<CustomerTexts | null>(null);

/** On customer pages, what "not found" and a crash say in their language. Null on staff pages. */
export function CustomerTextsProvider({ texts, children }: { texts: CustomerTexts | null; children: ReactNode }) {
  return <TextsContext value={texts}>{children}</TextsContext>;
}

export function useCustomerTexts(): CustomerTexts | null {
  return useContext(TextsContext);
}
