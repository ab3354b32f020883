'use client';

import type { StaffEntry } from '@/lib/contract/staff';
import { Avatar } from '../ui/avatar';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { cx } from '../ui/cx';
import { Menu, type MenuItem } from '../ui/menu';
import { Select } from '../ui/select';
import { None, Table, TableBody, TableHead, Td, Th, Tr } from '../ui/table';
import { Time } from '../ui/time';
import { roleOptions, type StaffAction } from './staff-actions';

const signInLabels = { local: 'Password', oidc: 'Company account', demo: 'Demo' } as const;

export function StaffTable({
  staff,
  me,
  onAction,
}: {
  staff: readonly StaffEntry[];
  me: string;
  onAction: (action: StaffAction, entry: StaffEntry) => void;
}) {
  return (
    <Table
      label="Staff"
      scrollLabel="Table of staff"
      variant="plain"
      widths={[undefined, 150, 140, 130, 90, 48]}
      className="min-w-200"
    >
      <TableHead>
        <Th>Person</Th>
        <Th>Role</Th>
        <Th>Signs in with</Th>
        <Th>Last seen</Th>
        <Th num>Sessions</Th>
        <Th>
          <span className="sr-only">Actions</span>
        </Th>
      </TableHead>
      <TableBody>
        {staff.map((entry) => (
          <Tr key={entry.id} data-staff={entry.email}>
            <Td>
              <span className="flex min-w-0 items-center gap-2.5">
                <Avatar name={entry.name || entry.email} />
                <span className="min-w-0">
                  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                    <span
                      className={cx('max-w-full truncate', entry.disabled ? 'text-meta line-through' : 'font-strong')}
                    >
                      {entry.name || entry.email}
                    </span>
                    {entry.id === me && <Badge size="sm">you</Badge>}
                    {entry.disabled && (
                      <Badge tone="gone" size="sm">
                        disabled
                      </Badge>
                    )}
                    {entry.needsPassword && !entry.disabled && (
                      <Badge tone="turn" size="sm">
                        no password yet
                      </Badge>
                    )}
                  </span>
                  {entry.name !== entry.email && (
                    <span className="block truncate text-12 text-meta">{entry.email}</span>
                  )}
                  {entry.onePersonWith !== null && (
                    <span className="block text-12 text-pretty whitespace-normal text-meta">
                      Counts as one person with {entry.onePersonWith.names.join(' and ')} until{' '}
                      <Time at={entry.onePersonWith.until} as="day" />, or until another admin confirms
                    </span>
                  )}
                  {entry.onePersonWith?.mayConfirm && (
                    <Button
                      size="sm"
                      icon="check"
                      className="mt-1"
                      onClick={() => onAction({ kind: 'confirm' }, entry)}
                    >
                      Confirm<span className="sr-only"> {entry.email}</span>
                    </Button>
                  )}
                </span>
              </span>
            </Td>
            <Td>
              {entry.roleFromDirectory || entry.disabled ? (
                <span
                  className="capitalize"
                  {...(entry.roleFromDirectory && {
                    'data-tip': 'The company directory decides this role at each sign-in',
                  })}
                >
                  {entry.role}
                  {entry.roleFromDirectory && (
                    <span className="block text-12 text-meta normal-case">from directory</span>
                  )}
                </span>
              ) : (
                <Select
                  size="sm"
                  aria-label={`Role of ${entry.email}`}
                  value={entry.role}
                  options={roleOptions}
                  onChange={(role) => onAction({ kind: 'role', role }, entry)}
                  className="w-32"
                />
              )}
            </Td>
            <Td tone="ink-2">{signInLabels[entry.source]}</Td>
            <Td tone="ink-2">{entry.lastSeenAt === null ? 'Never' : <Time at={entry.lastSeenAt} />}</Td>
            <Td num>{entry.liveSessions === 0 ? <None /> : entry.liveSessions}</Td>
            <Td>
              <Menu
                variant="ghost"
                size="sm"
                icon="dots"
                iconOnly
                label={`More for ${entry.email}`}
                items={actionsFor(entry, onAction)}
              />
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

function actionsFor(entry: StaffEntry, onAction: (action: StaffAction, entry: StaffEntry) => void): MenuItem[] {
  const item = (
    action: StaffAction,
    label: string,
    icon: 'sign-out' | 'key' | 'lock' | 'check',
    disabled = false,
  ): MenuItem => ({
    key: action.kind,
    label,
    icon,
    disabled,
    onSelect: () => onAction(action, entry),
  });
  if (entry.disabled) return [item({ kind: 'enable' }, 'Enable', 'check')];
  return [
    item({ kind: 'sign-out' }, 'Sign out everywhere', 'sign-out', entry.liveSessions === 0),
    ...(entry.source === 'local'
      ? [item({ kind: 'create-link' }, entry.needsPassword ? 'Create setup link' : 'Reset password', 'key')]
      : []),
    'separator',
    item({ kind: 'disable' }, 'Disable', 'lock'),
  ];
}
