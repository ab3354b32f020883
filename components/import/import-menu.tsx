'use client';

import { useRouter } from 'next/navigation';
import { envHref } from '@/lib/contract/env-href';
import { encodeImportId } from '@/lib/contract/import-id';
import type { ImportRow } from '@/lib/contract/imports';
import { customerHref } from '../shell/customer-link';
import { Menu, type MenuItem } from '../ui/menu';
import { toast } from '../ui/toast-store';
import { menuLabels } from './labels';

/** What is rarely needed. */
export function ImportMenu({ row, mayEdit, onCorrect }: { row: ImportRow; mayEdit: boolean; onCorrect: () => void }) {
  const router = useRouter();
  const { environment, username } = row;
  const go = (href: string) => () => router.push(envHref(href, environment));
  const items: (MenuItem | false)[] = [
    mayEdit && { key: 'correct', label: menuLabels.correct, icon: 'edit', onSelect: onCorrect },
    username !== null && {
      key: 'customer',
      label: menuLabels.customer,
      icon: 'person',
      onSelect: go(customerHref(username)),
    },
    mayEdit &&
      username !== null && {
        key: 'new',
        label: menuLabels.newImport,
        icon: 'plus',
        onSelect: go(`/new?${new URLSearchParams({ username }).toString()}`),
      },
    (mayEdit || username !== null) && 'separator',
    { key: 'id', label: menuLabels.copyId, icon: 'copy', onSelect: () => void copy(row.id) },
    { key: 'address', label: menuLabels.copyAddress, icon: 'link', onSelect: () => void copy(window.location.href) },
    row.warnings > 0 && {
      key: 'warnings',
      label: menuLabels.warnings,
      icon: 'download',
      onSelect: () => window.location.assign(envHref(`/api/imports/${encodeImportId(row.id)}/warnings`, environment)),
    },
  ];
  return <Menu label={menuLabels.trigger} icon="dots" items={items.filter((item) => item !== false)} />;
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ tone: 'done', title: menuLabels.copied, detail: text });
  } catch {
    toast({ tone: 'error', title: menuLabels.notCopied, detail: text });
  }
}
