'use client';

import type { SavedView } from '@/lib/contract/saved-views';
import { useChangeViews } from '@/lib/query/use-saved-views';
import { Menu } from '../ui/menu';
import { toast } from '../ui/toast-store';
import { viewLabels } from './labels';

export function EditViewMenu({ view, query, onRename }: { view: SavedView; query: string; onRename: () => void }) {
  const { change, remove } = useChangeViews();
  const failed = (error: Error) => toast({ tone: 'error', title: viewLabels.changeFailed, detail: error.message });
  return (
    <Menu
      variant="quiet"
      size="sm"
      icon="bookmark"
      label={viewLabels.edit}
      items={[
        { key: 'rename', label: viewLabels.rename, icon: 'edit', onSelect: onRename },
        {
          key: 'update',
          label: viewLabels.updateOrder,
          icon: 'check',
          disabled: query === view.query,
          onSelect: () => change.mutate({ id: view.id, query }, { onError: failed }),
        },
        {
          key: 'share',
          label: view.shared ? viewLabels.stopSharing : viewLabels.share,
          icon: 'two',
          onSelect: () => change.mutate({ id: view.id, shared: !view.shared }, { onError: failed }),
        },
        'separator',
        {
          key: 'delete',
          label: viewLabels.remove,
          icon: 'trash',
          onSelect: () => remove.mutate({ id: view.id }, { onError: failed }),
        },
      ]}
    />
  );
}
