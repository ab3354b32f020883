'use client';

import type { NotificationRule, SavedNotificationRule } from '@/lib/contract/notification-rules';
import { toastError } from '../ui/problem-notice';
import { useChangeNotificationRules, useNotificationRules } from '@/lib/query/use-notification-rules';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { lazyComponent } from '../ui/lazy-component';
import { toast } from '../ui/toast-store';
import { notificationLabels as labels, secretLabels, verifyExample } from './labels';
import { MailModeNotice } from './mail-mode-notice';
import { RuleTable, type RuleAction } from './rule-table';
import { useOpenDialog } from '../ui/use-open-dialog';

const ConfirmDialog = lazyComponent(() => import('../ui/confirm-dialog').then((module) => module.ConfirmDialog));
const RuleDialog = lazyComponent(() => import('./rule-dialog').then((module) => module.RuleDialog));
const SecretDialog = lazyComponent(() => import('../ui/secret-dialog').then((module) => module.SecretDialog));

type OpenDialog =
  | { dialog: 'add' }
  | { dialog: 'edit' | 'rotate' | 'removeOld' | 'delete'; rule: NotificationRule }
  | { dialog: 'secret'; secret: string; rotated: boolean };

/** A dialog keeps the rule as it was when it opened: the server compares its version. */
export function NotificationRulesView() {
  const { rules, notifyUrl, mail } = useNotificationRules().data;
  const { create, change, rotateSecret, removeOldSecret, sendTest, remove } = useChangeNotificationRules();
  const { open, setOpen, close: closeDialog } = useOpenDialog<OpenDialog>();
  const close = (dialog: OpenDialog['dialog']) => {
    closeDialog(dialog);
    for (const mutation of [create, change, rotateSecret, removeOldSecret, remove]) mutation.reset();
  };
  const onSaved = ({ rule, secret }: SavedNotificationRule) => {
    if (secret === null) {
      setOpen(null);
      toast({ tone: 'done', title: labels.saved });
    } else setOpen({ dialog: 'secret', secret, rotated: rule.secrets > 1 });
  };
  const act = (action: RuleAction, rule: NotificationRule) => {
    if (action !== 'test') return setOpen({ dialog: action, rule });
    sendTest.mutate(rule, {
      onSuccess: () => toast({ tone: 'done', title: labels.testSent }),
      onError: (error) => toastError(labels.testFailed, error),
    });
  };

  return (
    <Section
      title={labels.title}
      ruled={false}
      count={rules.length}
      remark={
        <Button variant="primary" size="sm" icon="plus" onClick={() => setOpen({ dialog: 'add' })}>
          {labels.add}
        </Button>
      }
    >
      <MailModeNotice mode={mail} hints={labels.mailHints} />
      {rules.length === 0 && <p className="border-t py-4 text-13 text-ink-2">{labels.none}</p>}
      {(rules.length > 0 || notifyUrl !== null) && (
        <RuleTable
          rules={rules}
          notifyUrl={notifyUrl}
          testing={sendTest.isPending ? sendTest.variables.id : null}
          onAction={act}
        />
      )}
      {open?.dialog === 'add' && (
        <RuleDialog
          rule={null}
          busy={create.isPending}
          error={create.error}
          onClose={() => close('add')}
          onSave={(body) => create.mutate(body, { onSuccess: onSaved })}
        />
      )}
      {open?.dialog === 'edit' && (
        <RuleDialog
          rule={open.rule}
          busy={change.isPending}
          error={change.error}
          onClose={() => close('edit')}
          onSave={(body) =>
            change.mutate({ ...body, id: open.rule.id, version: open.rule.version }, { onSuccess: onSaved })
          }
        />
      )}
      {open?.dialog === 'rotate' && (
        <ConfirmDialog
          title={labels.rotateTitle(open.rule.name)}
          consequence={labels.rotateConsequence}
          button={labels.rotate}
          busy={rotateSecret.isPending}
          error={rotateSecret.error}
          onClose={() => close('rotate')}
          onConfirm={() => rotateSecret.mutate(open.rule, { onSuccess: onSaved })}
        />
      )}
      {open?.dialog === 'removeOld' && (
        <ConfirmDialog
          title={labels.removeOldTitle(open.rule.name)}
          consequence={labels.removeOldConsequence}
          button={labels.removeOld}
          busy={removeOldSecret.isPending}
          error={removeOldSecret.error}
          onClose={() => close('removeOld')}
          onConfirm={() =>
            removeOldSecret.mutate(open.rule, {
              onSuccess: () => {
                close('removeOld');
                toast({ tone: 'done', title: labels.removedOld });
              },
            })
          }
        />
      )}
      {open?.dialog === 'delete' && (
        <ConfirmDialog
          title={labels.deleteTitle(open.rule.name)}
          consequence={labels.deleteConsequence}
          button={labels.delete}
          busy={remove.isPending}
          error={remove.error}
          onClose={() => close('delete')}
          onConfirm={() =>
            remove.mutate(open.rule, {
              onSuccess: () => {
                close('delete');
                toast({ tone: 'done', title: labels.deleted });
              },
            })
          }
        />
      )}
      {open?.dialog === 'secret' && (
        <SecretDialog
          secret={open.secret}
          rotated={open.rotated}
          labels={secretLabels}
          example={verifyExample}
          onClose={() => close('secret')}
        />
      )}
    </Section>
  );
}
