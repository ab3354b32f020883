import type { Warning } from '@/lib/contract/imports';

/** Grouped by kind and text, the most frequent first; the service's own words. */
export function WarningGroups({ warnings }: { warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null;
  const groups = new Map<string, Warning[]>();
  for (const warning of warnings) {
    const key = warning.kind ?? warning.text;
    groups.set(key, [...(groups.get(key) ?? []), warning]);
  }
  const sorted = [...groups].sort((a, b) => b[1].length - a[1].length);
  return (
    <section className="mt-8" aria-labelledby="warnings">
      <header className="flex items-baseline gap-2 border-b pb-2">
        <h2 id="warnings">Warnings</h2>
        <span className="flex-1 text-12 text-meta">
          {warnings.length} in {sorted.length} kinds
        </span>
        <span className="text-12 text-meta">As the service words them</span>
      </header>
      {sorted.map(([kind, members]) => (
        <details key={kind} className="border-b py-2">
          <summary className="flex cursor-pointer gap-3 text-13">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{kind}</span>
            <b className="tabular-nums">{members.length}</b>
          </summary>
          <ul className="mt-2 grid gap-1 ps-4 text-12 text-ink-2">
            {members.slice(0, 200).map((warning, index) => (
              <li key={index} className="[overflow-wrap:anywhere]">
                {warning.item !== null && <span className="me-2 font-mono">{warning.item}</span>}
                {warning.text}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
