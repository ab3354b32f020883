'use client';

import { useState } from 'react';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { Dialog } from '../ui/dialog';
import { Kbd } from '../ui/kbd';
import { shortcutLabels as labels } from './labels';
import { listShortcuts, setSingleKeysEnabled, singleKeysEnabled } from './shortcut-registry';

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const [enabled, setEnabled] = useState(singleKeysEnabled);
  const all = listShortcuts();
  const groups = [...new Set(all.map(({ group }) => group))];
  return (
    <Dialog
      onClose={onClose}
      title={labels.title}
      closeLabel={null}
      action={
        <Button onClick={onClose} data-autofocus>
          {labels.close}
        </Button>
      }
    >
      <div className="mt-4 grid gap-x-8 gap-y-5 md:grid-cols-2">
        {groups.map((group) => (
          <section key={group}>
            <h3 className="mb-1 text-meta">{group}</h3>
            <dl>
              {all
                .filter((shortcut) => shortcut.group === group)
                .map(({ keys, label }) => (
                  <div key={keys} className="flex items-center justify-between gap-4 border-t border-line-soft py-1.5">
                    <dt>{label}</dt>
                    <dd className="flex gap-1">
                      {keyLabels(keys).map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="mt-6 border-t pt-4">
        <Checkbox
          label={labels.singleKeys}
          hint={labels.singleKeysHint}
          checked={enabled}
          onChange={(event) => {
            setSingleKeysEnabled(event.currentTarget.checked);
            setEnabled(event.currentTarget.checked);
          }}
        />
      </div>
    </Dialog>
  );
}

const keyNames: Record<string, string> = { ' ': 'Space', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };

/** "mod+k" is Ctrl K, or ⌘ K on a Mac; "g i" is g, then i. */
function keyLabels(keys: string): string[] {
  const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  const parts = keys === ' ' ? [' '] : keys.split(/[ +]/);
  return parts.map((part) =>
    part === 'mod' ? mod : (keyNames[part] ?? (keys.includes('mod+') ? part.toUpperCase() : part)),
  );
}
