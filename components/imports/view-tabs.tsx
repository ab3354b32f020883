'use client';

import { useState } from 'react';
import type { ImportCounts } from '@/lib/contract/imports';
import { listHref, toListQuery, type ListView } from '@/lib/contract/list-view';
import type { SavedView } from '@/lib/contract/saved-views';
import { useSavedViews } from '@/lib/query/use-saved-views';
import { Button } from '../ui/button';
import { LinkTabs } from '../ui/link-tabs';
import { Num } from '../ui/number';
import { viewLabels } from './labels';
import { currentView, namedViews } from './list-views';
import { lazyComponent } from '../ui/lazy-component';

const EditViewMenu = lazyComponent(() => import('./edit-view-menu').then((module) => module.EditViewMenu));
const SaveViewDialog = lazyComponent(() => import('./save-view-dialog').then((module) => module.SaveViewDialog));

export function ViewTabs({ view, counts }: { view: ListView; counts: ImportCounts }) {
  const saved = useSavedViews();
  const [dialog, setDialog] = useState<{ saved: SavedView | null } | null>(null);
  const views = namedViews(counts, saved.data.views);
  const current = currentView(views, view);
  const mine = current?.saved?.mine === true ? current.saved : undefined;
  const isBuiltIn = current !== undefined && !current.saved && toListQuery(current.view) === toListQuery(view);

  return (
    <>
      <LinkTabs
        label={viewLabels.tabs}
        className="mt-3"
        tabs={views.map((named) => ({
          href: listHref(named.view, 'live'),
          label: named.name,
          count: named.count === undefined ? undefined : <Num value={named.count} atLeast={named.countIsMinimum} />,
          current: named === current,
        }))}
        end={
          mine ? (
            <EditViewMenu view={mine} query={toListQuery(view)} onRename={() => setDialog({ saved: mine })} />
          ) : isBuiltIn ? undefined : (
            <Button variant="quiet" size="sm" icon="bookmark" onClick={() => setDialog({ saved: null })}>
              {viewLabels.save}
            </Button>
          )
        }
      />
      {dialog && <SaveViewDialog saved={dialog.saved} query={toListQuery(view)} onClose={() => setDialog(null)} />}
    </>
  );
}
