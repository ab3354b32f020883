'use client';

import type { AccountLink, StaffEntry } from '@/lib/contract/staff';
import { problemOf, toastError } from '../ui/problem-notice';
import { useChangeStaff, useStaff } from '@/lib/query/use-staff';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { toast } from '../ui/toast-store';
import { staffLabels as labels } from './labels';
import { describeAction, type StaffAction } from './staff-actions';
import { StaffTable } from './staff-table';
import { lazyComponent } from '../ui/lazy-component';
import { useOpenDialog } from '../ui/use-open-dialog';

const InviteDialog = lazyComponent(() => import('./invite-dialog').then((module) => module.InviteDialog));
const StaffActionDialog = lazyComponent(() =>
  import('./staff-action-dialog').then((module) => module.StaffActionDialog),
);
const LinkDialog = lazyComponent(() => import('./staff-action-dialog').then((module) => module.LinkDialog));

type OpenDialog =
  | { dialog: 'invite' }
  | { dialog: 'confirm'; action: StaffAction; entry: StaffEntry }
  | { dialog: 'link'; email: string; link: AccountLink };

/** Every change needs a confirmation. */
export function StaffView({ me }: { me: string }) {
  const { staff, ways } = useStaff().data;
  const { add, change, resetPassword, confirm, signOut } = useChangeStaff();
  const { open, setOpen, close } = useOpenDialog<OpenDialog>();
  const busy = [change, resetPassword, confirm, signOut].some((mutation) => mutation.isPending);

  async function perform(action: StaffAction, entry: StaffEntry) {
    try {
      if (action.kind === 'role') await change.mutateAsync({ id: entry.id, role: action.role });
      if (action.kind === 'disable') await change.mutateAsync({ id: entry.id, disabled: true });
      if (action.kind === 'enable') await change.mutateAsync({ id: entry.id, disabled: false });
      if (action.kind === 'sign-out') await signOut.mutateAsync({ id: entry.id });
      if (action.kind === 'confirm') await confirm.mutateAsync({ id: entry.id });
      if (action.kind === 'create-link') {
        const { email, link } = await resetPassword.mutateAsync({ id: entry.id });
        // Our own session has ended, so this page would soon be replaced by the sign-in page.
        if (entry.id === me && link !== null) window.location.assign(link.url);
        else if (link !== null) setOpen({ dialog: 'link', email, link });
        return;
      }
      toast({ tone: 'done', title: describeAction(action, entry).done });
    } catch (error) {
      toastError(labels.failed, error);
    }
    close('confirm');
  }

  const active = staff.filter((entry) => !entry.disabled).length;
  return (
    <Section
      title={labels.title}
      count={active}
      ruled={false}
      remark={
        <Button variant="primary" size="sm" icon="plus" onClick={() => setOpen({ dialog: 'invite' })}>
          {labels.add}
        </Button>
      }
    >
      <StaffTable staff={staff} me={me} onAction={(action, entry) => setOpen({ dialog: 'confirm', action, entry })} />
      {open?.dialog === 'invite' && (
        <InviteDialog
          ways={ways}
          busy={add.isPending}
          problem={problemOf(add.error)}
          onClose={() => {
            add.reset();
            close('invite');
          }}
          onInvite={async (person) => {
            const account = await add.mutateAsync(person).catch(() => null);
            if (account === null) return;
            if (account.link === null) {
              toast({ tone: 'done', title: labels.maySignIn(account.email) });
              close('invite');
            } else setOpen({ dialog: 'link', email: account.email, link: account.link });
          }}
        />
      )}
      {open?.dialog === 'confirm' && (
        <StaffActionDialog
          action={open.action}
          entry={open.entry}
          isMe={open.entry.id === me}
          busy={busy}
          onClose={() => close('confirm')}
          onConfirm={() => perform(open.action, open.entry)}
        />
      )}
      {open?.dialog === 'link' && <LinkDialog email={open.email} link={open.link} onClose={() => close('link')} />}
    </Section>
  );
}
