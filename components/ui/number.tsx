'use client';

import { useViewer } from './viewer';

const formatters = new Map<string, Intl.NumberFormat>();

/** 12,408 or 12.408. */
export function formatNumber(value: number, locale: string): string {
  let formatter = formatters.get(locale);
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale);
    formatters.set(locale, formatter);
  }
  return formatter.format(value);
}

/** With `atLeast` 10,000+: counting stopped there. */
export function Num({ value, atLeast = false }: { value: number; atLeast?: boolean | undefined }) {
  const { locale } = useViewer();
  return (
    <>
      {formatNumber(value, locale)}
      {atLeast && '+'}
    </>
  );
}
