'use client';

import { useEffect, useRef } from 'react';
import { isSameRule } from '@/lib/contract/rule-texts';
import type { WarningRule } from '@/lib/contract/warning-rules';
import { Button } from '../ui/button';
import { Menu } from '../ui/menu';
import { Skeleton } from '../ui/skeleton';
import { warningLabels as labels } from './labels';
import { SeverityBadge } from './severity-badge';

/** The rule that was moved last, and how. */
export interface Moved {
  id: string;
  action: 'up' | 'down';
}

export type RuleAction = 'up' | 'down' | 'edit' | 'delete' | 'reset';

export function RuleList({
  rules,
  defaults,
  counts,
  moved,
  busy,
  onAction,
}: {
  rules: readonly WarningRule[];
  defaults: readonly WarningRule[];
  /** Warnings seen per rule; undefined while they are loaded. */
  counts: ReadonlyMap<string, number> | undefined;
  moved: Moved | null;
  busy: boolean;
  onAction: (action: RuleAction, rule: WarningRule) => void;
}) {
  const list = useRef<HTMLOListElement>(null);

  // A row that moves loses the focus, and so does the button that is disabled at the end of the list.
  useEffect(() => {
    if (moved === null) return;
    const button = (action: string) =>
      list.current?.querySelector<HTMLElement>(`[data-rule="${moved.id}"] [data-move="${action}"]:not(:disabled)`);
    (button(moved.action) ?? button(moved.action === 'up' ? 'down' : 'up'))?.focus();
  }, [moved]);

  if (rules.length === 0) return <p className="border-t pt-4 text-13 text-ink-2">{labels.none}</p>;
  return (
    <ol ref={list} className="border-t text-13">
      {rules.map((rule, at) => {
        const shipped = defaults.find(({ id }) => id === rule.id);
        const isChanged = shipped !== undefined && !isSameRule(shipped, rule);
        return (
          <li
            key={rule.id}
            data-rule={rule.id}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 border-b border-b-line-soft py-2.5"
          >
            <span className="flex flex-col">
              {(['up', 'down'] as const).map((action) => (
                <Button
                  key={action}
                  variant="ghost"
                  size="sm"
                  icon={action === 'up' ? 'arrow-up' : 'arrow-down'}
                  iconOnly
                  data-move={action}
                  disabled={action === 'up' ? at === 0 : at === rules.length - 1}
                  busy={busy}
                  className="disabled:border-transparent! disabled:bg-transparent! disabled:opacity-40"
                  onClick={() => onAction(action, rule)}
                >
                  {action === 'up' ? labels.moveUp(rule.name) : labels.moveDown(rule.name)}
                </Button>
              ))}
            </span>
            <div className="min-w-0 py-0.5 [overflow-wrap:anywhere]">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <b>{rule.name}</b>
                <SeverityBadge severity={rule.severity} />
                {/* On a phone on a line of its own, so that nothing moves when the count arrives. */}
                <span className="text-12 text-meta max-md:basis-full">
                  {shipped === undefined ? labels.custom : isChanged ? labels.changed : labels.shipped}
                  {' · '}
                  {counts === undefined ? (
                    <Skeleton className="inline-block h-3 w-16 align-middle" />
                  ) : (
                    labels.matches(counts.get(rule.id) ?? 0)
                  )}
                </span>
              </p>
              <p className="mt-0.5 line-clamp-2 text-ink-2">{rule.staff.explanation}</p>
            </div>
            <span className="flex gap-1">
              <Button size="sm" aria-label={labels.edit(rule.name)} onClick={() => onAction('edit', rule)}>
                {labels.editShort}
              </Button>
              <Menu
                label={labels.more(rule.name)}
                variant="ghost"
                size="sm"
                icon="dots"
                iconOnly
                items={[
                  {
                    key: 'reset',
                    label: labels.reset,
                    icon: 'refresh',
                    disabled: !isChanged,
                    onSelect: () => onAction('reset', rule),
                  },
                  { key: 'delete', label: labels.delete, icon: 'trash', onSelect: () => onAction('delete', rule) },
                ]}
              />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
