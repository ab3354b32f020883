'use client';

import type { SavedView } from '@/lib/contract/saved-views';
import { toastError } from '../ui/problem-notice';
import { useChangeViews } from '@/lib/query/use-saved-views';
import { Menu } from '../ui/menu';
import { editViewLabels } from './on-demand-labels';

export function EditViewMenu({ view, query, onRename }: { view: SavedView; query: string; onRename: () => void }) {
  const { change, remove } = useChangeViews();
  const failed = (error: Error) => toastError(editViewLabels.changeFailed, error);
  return (
    <Menu
      variant="quiet"
      size="sm"
      icon="bookmark"
      label={editViewLabels.menu}
      items={[
        { key: 'rename', label: editViewLabels.rename, icon: 'edit', onSelect: onRename },
        {
          key: 'update',
          label: editViewLabels.updateOrder,
          icon: 'check',
          disabled: query === view.query,
          onSelect: () => change.mutateAsync({ id: view.id, query }).catch(failed),
        },
        {
          key: 'share',
          label: view.shared ? editViewLabels.stopSharing : editViewLabels.share,
          icon: 'two',
          onSelect: () => change.mutateAsync({ id: view.id, shared: !view.shared }).catch(failed),
        },
        'separator',
        {
          key: 'delete',
          label: editViewLabels.remove,
          icon: 'trash',
          onSelect: () => remove.mutateAsync({ id: view.id }).catch(failed),
        },
      ]}
    />
  );
}
