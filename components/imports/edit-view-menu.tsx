'use client';

import type { SavedView } from '@/lib/contract/saved-views';
import { useChangeViews } from '@/lib/query/use-saved-views';
import { Menu } from '../ui/menu';
import { toast } from '../ui/toast-store';

export function EditViewMenu({ view, query, onRename }: { view: SavedView; query: string; onRename: () => void }) {
  const { change, remove } = useChangeViews();
  const failed = (error: Error) =>
    toast({ tone: 'error', title: 'The view could not be changed', detail: error.message });
  return (
    <Menu
      variant="quiet"
      size="sm"
      icon="bookmark"
      label="Edit view"
      items={[
        { key: 'rename', label: 'Rename', icon: 'edit', onSelect: onRename },
        {
          key: 'update',
          label: 'Save the order too',
          icon: 'check',
          disabled: query === view.query,
          onSelect: () => change.mutate({ id: view.id, query }, { onError: failed }),
        },
        {
          key: 'share',
          label: view.shared ? 'Stop sharing' : 'Share with everybody',
          icon: 'two',
          onSelect: () => change.mutate({ id: view.id, shared: !view.shared }, { onError: failed }),
        },
        'separator',
        {
          key: 'delete',
          label: 'Delete view',
          icon: 'trash',
          onSelect: () => remove.mutate({ id: view.id }, { onError: failed }),
        },
      ]}
    />
  );
}
