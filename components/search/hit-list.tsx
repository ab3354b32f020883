'use client';

import { useEffect, useRef, useState, type RefObject } from 'react';
import type { NavItem } from '../shell/nav-items';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { useImportSearch } from '@/lib/query/use-import-search';
import { useEnvironment } from '../ui/use-environment';
import { hitAfterKey, highlightedHit, hitToOpen } from './choose-hit';
import { commandsFor } from './commands';
import { hitLabels } from './labels';
import { rankHits, type Hit } from './rank-hits';

/**
 * The hits for what is typed into `input`, which keeps the focus: its arrow keys move through the list, and screen
 * readers follow by `aria-activedescendant`.
 */
export function HitList({
  id,
  input,
  query,
  submitted,
  items,
  mayCreate,
  onOpen,
  className,
}: {
  /** The input's `aria-controls`. */
  id: string;
  input: RefObject<HTMLInputElement | null>;
  query: string;
  /** Enter was pressed. The hit is opened once it is known. */
  submitted: boolean;
  items: readonly NavItem[];
  mayCreate: boolean;
  onOpen: (hit: Hit) => void;
  className: string;
}) {
  const { imports, settled, failed } = useImportSearch(query, useEnvironment());
  const [choice, setChoice] = useState<{ query: string; key: string } | null>(null);
  const hits = rankHits({ query, imports, commands: commandsFor(items, mayCreate), settled });
  const chosen = choice?.query === query ? choice.key : null;
  const highlighted = highlightedHit({ hits, chosen });
  const optionId = (hit: Hit | undefined) => (hit ? `${id}-${hits.indexOf(hit)}` : '');
  const activeId = optionId(highlighted);

  const latest = useRef({ query, hits, chosen });
  useEffect(() => {
    latest.current = { query, hits, chosen };
  });
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const move = (event: KeyboardEvent) => {
      const next = event.isComposing ? undefined : hitAfterKey(event.key, latest.current);
      if (!next) return;
      event.preventDefault();
      setChoice({ query: latest.current.query, key: next.key });
    };
    field.addEventListener('keydown', move);
    field.setAttribute('aria-expanded', 'true');
    return () => {
      field.removeEventListener('keydown', move);
      field.setAttribute('aria-expanded', 'false');
      field.removeAttribute('aria-activedescendant');
    };
  }, [input]);
  useEffect(() => {
    input.current?.setAttribute('aria-activedescendant', activeId);
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId, input]);
  useEffect(() => {
    const hit = submitted ? hitToOpen({ hits, chosen, settled }) : undefined;
    if (hit) onOpen(hit);
  });

  return (
    <div className={cx('flex flex-col', className)}>
      {/* The list itself scrolls, since the keys of the field move through it. */}
      <ul
        id={id}
        role="listbox"
        aria-label={hitLabels.list}
        aria-busy={!settled}
        className="min-h-0 overflow-y-auto overscroll-contain p-1.5"
      >
        {hits.map((hit) => (
          <li
            key={hit.key}
            id={optionId(hit)}
            role="option"
            aria-selected={hit === highlighted}
            className={cx(
              'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-1 px-2 py-1 text-13 max-md:min-h-11',
              hit === highlighted && 'bg-press',
            )}
            onPointerMove={() => {
              if (chosen !== hit.key) setChoice({ query, key: hit.key });
            }}
            // Keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onOpen(hit)}
          >
            <Icon name={hit.icon} size={14} className="text-meta" />
            <span className="min-w-0 flex-1">
              <span className="block truncate">{hit.label}</span>
              {hit.detail !== '' && <span className="block truncate text-12 text-meta">{hit.detail}</span>}
            </span>
          </li>
        ))}
      </ul>
      {failed && (
        <p role="status" className="border-t px-4 py-2 text-12 text-turn">
          {hitLabels.failed}
        </p>
      )}
    </div>
  );
}
