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
import { roleNames, staffActionLabels, staffTableLabels as labels } from './labels';
import { roleOptionsFor, type StaffAction } from './staff-actions';

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
    <Table label={labels.table} variant="plain" stack widths={[undefined, 144, 124, 112, 76, 40]}>
      <TableHead>
        <Th>{labels.person}</Th>
        <Th>{labels.role}</Th>
        <Th>{labels.signsInWith}</Th>
        <Th>{labels.lastSeen}</Th>
        <Th num>{labels.sessions}</Th>
        <Th>
          <span className="sr-only">{labels.actions}</span>
        </Th>
      </TableHead>
      <TableBody>
        {staff.map((entry) => (
          <Tr key={entry.id} data-staff={entry.email}>
            <Td>
              <span className="flex min-w-0 items-center gap-2.5 max-md:items-start max-md:pe-10">
                <Avatar name={entry.name || entry.email} />
                <span className="min-w-0">
                  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                    <span
                      className={cx(
                        'max-w-full [overflow-wrap:anywhere]',
                        entry.disabled ? 'text-meta line-through' : 'font-strong',
                      )}
                    >
                      {entry.name || entry.email}
                    </span>
                    {entry.id === me && <Badge size="sm">{labels.you}</Badge>}
                    {entry.disabled && (
                      <Badge tone="gone" size="sm">
                        {labels.disabled}
                      </Badge>
                    )}
                    {entry.needsPassword && !entry.disabled && (
                      <Badge tone="turn" size="sm">
                        {labels.noPassword}
                      </Badge>
                    )}
                  </span>
                  {entry.name !== entry.email && (
                    <span className="block text-12 [overflow-wrap:anywhere] text-meta">{entry.email}</span>
                  )}
                  {entry.onePersonWith !== null && (
                    <span className="block text-12 text-pretty whitespace-normal text-meta">
                      {labels.onePersonWith(entry.onePersonWith.names)} <Time at={entry.onePersonWith.until} as="day" />
                      {labels.orConfirmed}
                    </span>
                  )}
                  {entry.onePersonWith?.mayConfirm && (
                    <Button
                      size="sm"
                      icon="check"
                      className="mt-1"
                      onClick={() => onAction({ kind: 'confirm' }, entry)}
                    >
                      {labels.confirm}
                      <span className="sr-only"> {entry.email}</span>
                    </Button>
                  )}
                </span>
              </span>
            </Td>
            <Td label={labels.role}>
              <span
                {...(entry.roleFromDirectory && {
                  'data-tip': labels.fromDirectoryTip,
                })}
              >
                {entry.disabled || roleOptionsFor(entry).length === 1 ? (
                  roleNames[entry.role]
                ) : (
                  <Select
                    size="sm"
                    aria-label={labels.roleOf(entry.email)}
                    value={entry.role}
                    options={roleOptionsFor(entry)}
                    onChange={(role) => onAction({ kind: 'role', role }, entry)}
                    className="w-32"
                  />
                )}
                {entry.roleFromDirectory && <span className="block text-12 text-meta">{labels.fromDirectory}</span>}
              </span>
            </Td>
            <Td label={labels.signsInWith} tone="ink-2">
              {labels.ways[entry.source]}
            </Td>
            <Td label={labels.lastSeen} tone="ink-2">
              {entry.lastSeenAt === null ? labels.never : <Time at={entry.lastSeenAt} />}
            </Td>
            <Td label={labels.sessions} num>
              {entry.liveSessions === 0 ? <None /> : entry.liveSessions}
            </Td>
            <Td className="max-md:absolute max-md:end-1 max-md:top-1">
              <Menu
                variant="ghost"
                size="sm"
                icon="dots"
                iconOnly
                label={labels.more(entry.email)}
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
  if (entry.disabled) return [item({ kind: 'enable' }, staffActionLabels.enable, 'check')];
  return [
    item({ kind: 'sign-out' }, staffActionLabels.signOut, 'sign-out', entry.liveSessions === 0),
    ...(entry.source === 'local'
      ? [
          item(
            { kind: 'create-link' },
            entry.needsPassword ? staffActionLabels.setupLink : staffActionLabels.resetPassword,
            'key',
          ),
        ]
      : []),
    'separator',
    item({ kind: 'disable' }, staffActionLabels.disable, 'lock'),
  ];
}
