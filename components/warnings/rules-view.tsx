'use client';

import { useDeferredValue, useMemo, useState } from 'react';
import type { WarningRule, WarningRulesVersion } from '@/lib/contract/warning-rules';
import { ProblemNotice } from '../ui/problem-notice';
import { useSaveWarningRules, useSeenWarnings } from '@/lib/query/use-warning-rules';
import { Section } from '../shell/page';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { Button } from '../ui/button';
import { lazyComponent } from '../ui/lazy-component';
import { toast } from '../ui/toast-store';
import { countSeen, matchOfGroup } from './count-seen';
import { warningLabels as labels } from './labels';
import { RuleList, type Moved, type RuleAction } from './rule-list';
import { Unmatched } from './unmatched';

const RuleDialog = lazyComponent(() => import('./rule-dialog').then((module) => module.RuleDialog));

type Open = { kind: 'edit' | 'add' | 'delete' | 'reset'; rule: WarningRule } | null;

/** Each change is saved at once, as a new version. Seen warnings are counted in the browser, with the same matcher. */
export function RulesView({ initial, defaults }: { initial: WarningRulesVersion; defaults: readonly WarningRule[] }) {
  const [{ version, rules }, setCurrent] = useState(initial);
  const [open, setOpen] = useState<Open>(null);
  const [moved, setMoved] = useState<(Moved & { text: string }) | null>(null);
  const save = useSaveWarningRules();
  const seen = useSeenWarnings();
  const counted = useDeferredValue(seen.data);
  const counts = useMemo(() => counted && countSeen(rules, counted.warnings), [rules, counted]);
  const notUsed = defaults.filter(({ id }) => !rules.some((rule) => rule.id === id));

  const close = () => {
    setOpen(null);
    save.reset();
  };
  const put = (next: WarningRule[], onSuccess: () => void) =>
    save.mutate(
      { rules: next, basedOn: version },
      {
        onSuccess: (saved) => {
          setCurrent(saved);
          onSuccess();
        },
      },
    );
  const saveAndClose = (next: WarningRule[]) =>
    put(next, () => {
      setOpen(null);
      toast({ tone: 'done', title: labels.saved });
    });
  const replace = (rule: WarningRule) => rules.map((one) => (one.id === rule.id ? rule : one));
  const without = (id: string) => rules.filter((one) => one.id !== id);
  const act = (action: RuleAction, rule: WarningRule) => {
    if (action !== 'up' && action !== 'down') return setOpen({ kind: action, rule });
    const next = without(rule.id);
    const to = rules.indexOf(rule) + (action === 'up' ? -1 : 1);
    next.splice(to, 0, rule);
    put(next, () => setMoved({ id: rule.id, action, text: labels.movedTo(rule.name, to + 1, next.length) }));
  };
  const shippedOf = (rule: WarningRule) => defaults.find(({ id }) => id === rule.id);
  const add = (prefilled: Partial<WarningRule> = {}) =>
    setOpen({ kind: 'add', rule: { ...emptyRule, ...prefilled, id: crypto.randomUUID() } });

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_344px] items-start gap-x-12 gap-y-8 max-lg:grid-cols-1">
      <Section title={labels.title} ruled={false} count={rules.length} remark={labels.remark}>
        {open === null && <ProblemNotice error={save.error} className="mb-3" />}
        <p role="status" className="sr-only">
          {moved?.text}
        </p>
        <RuleList
          rules={rules}
          defaults={defaults}
          counts={counts?.byRule}
          moved={moved}
          busy={save.isPending}
          onAction={act}
        />
        <div className="mt-4">
          <Button icon="plus" onClick={() => add()}>
            {labels.add}
          </Button>
        </div>
        {notUsed.length > 0 && (
          <div className="mt-6 text-13">
            <h3>{labels.notUsed}</h3>
            <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
              {notUsed.map((rule) => (
                <li key={rule.id} className="flex items-center gap-2">
                  {rule.name}
                  <Button
                    size="sm"
                    busy={save.isPending}
                    aria-label={`${labels.addBack}: ${rule.name}`}
                    onClick={() => saveAndClose([...rules, rule])}
                  >
                    {labels.addBack}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </Section>
      <Unmatched
        seen={seen.data}
        error={seen.error}
        groups={counts?.unmatched}
        onAdd={(group) => add(matchOfGroup(group))}
      />
      {(open?.kind === 'edit' || open?.kind === 'add') && (
        <RuleDialog
          key={open.rule.id}
          title={labels.dialogTitle[open.kind]}
          initial={open.rule}
          earlier={open.kind === 'add' ? rules : rules.slice(0, rules.indexOf(open.rule))}
          seen={seen.data?.warnings ?? []}
          busy={save.isPending}
          error={save.error}
          onClose={close}
          onSave={(rule) => saveAndClose(open.kind === 'add' ? [...rules, rule] : replace(rule))}
        />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          title={labels.deleteTitle(open.rule.name)}
          consequence={labels.deleteConsequence(counts?.byRule.get(open.rule.id) ?? 0)}
          button={labels.delete}
          busy={save.isPending}
          error={save.error}
          onClose={close}
          onConfirm={() => saveAndClose(without(open.rule.id))}
        />
      )}
      {open?.kind === 'reset' && (
        <ConfirmDialog
          title={labels.resetTitle(open.rule.name)}
          consequence={labels.resetConsequence}
          button={labels.reset}
          busy={save.isPending}
          error={save.error}
          onClose={close}
          onConfirm={() => saveAndClose(replace(shippedOf(open.rule) ?? open.rule))}
        />
      )}
    </div>
  );
}

const emptyRule: Omit<WarningRule, 'id'> = {
  name: '',
  severity: 'check',
  kinds: [],
  texts: [],
  staff: { explanation: '', fix: '' },
  customer: {},
};
