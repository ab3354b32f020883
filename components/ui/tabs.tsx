'use client';

import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { tabClasses, tabRow } from './link-tabs';

export type Tab = { key: string; label: ReactNode; count?: ReactNode; panel: ReactNode };

/** Panels of one thing, switched in place. What deserves an address uses <LinkTabs>. */
export function Tabs({ label, tabs, initial }: { label: string; tabs: readonly Tab[]; initial?: string | undefined }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(initial ?? tabs[0]?.key);
  const current = tabs.find((tab) => tab.key === chosen) ?? tabs[0];

  function move(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.key === current?.key);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = tabs.at(to % tabs.length);
    if (!next) return;
    setChosen(next.key);
    list.current?.querySelector<HTMLElement>(`[id="${id}-${next.key}"]`)?.focus();
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={tabRow} onKeyDown={move}>
        {tabs.map((tab) => {
          const selected = tab.key === current?.key;
          return (
            <button
              key={tab.key}
              id={`${id}-${tab.key}`}
              type="button"
              role="tab"
              aria-selected={selected}
              aria-controls={`${id}-panel`}
              tabIndex={selected ? 0 : -1}
              onClick={() => setChosen(tab.key)}
              className={tabClasses(selected)}
            >
              {tab.label}
              {tab.count !== undefined && <span className="font-normal text-meta">{tab.count}</span>}
            </button>
          );
        })}
      </div>
      {current && (
        <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current.key}`} tabIndex={0} className="pt-4">
          {current.panel}
        </div>
      )}
    </>
  );
}
