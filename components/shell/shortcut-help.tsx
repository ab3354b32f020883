'use client';

import { useState } from 'react';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { Dialog } from '../ui/dialog';
import { Kbd } from '../ui/kbd';
import { listShortcuts, setSingleKeysEnabled, singleKeysEnabled } from './shortcut-registry';

export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard"
      footer={
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      }
    >
      {open && <ShortcutList />}
    </Dialog>
  );
}

function ShortcutList() {
  const [enabled, setEnabled] = useState(singleKeysEnabled);
  const groups = Map.groupBy(listShortcuts(), (shortcut) => shortcut.group);
  return (
    <>
      <div className="mt-4 grid gap-x-8 gap-y-5 md:grid-cols-2">
        {[...groups].map(([group, shortcuts]) => (
          <section key={group}>
            <h3 className="mb-1 text-meta">{group}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <div
                  key={shortcut.keys}
                  className="flex items-center justify-between gap-4 border-t border-line-soft py-1.5"
                >
                  <dt>{shortcut.label}</dt>
                  <dd className="flex gap-1">
                    {keyLabels(shortcut.keys).map((key) => (
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
          label="Single keys"
          hint="Switch them off if you dictate to your computer: spoken words can press them by accident."
          checked={enabled}
          onChange={(event) => {
            setSingleKeysEnabled(event.currentTarget.checked);
            setEnabled(event.currentTarget.checked);
          }}
        />
      </div>
    </>
  );
}

const keyNames: Record<string, string> = { ' ': 'Space', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };

/** "mod+k" is Ctrl K, or ⌘ K enabled a Mac; "g i" is g, then i. */
function keyLabels(keys: string): string[] {
  const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
  const parts = keys === ' ' ? [' '] : keys.split(/[ +]/);
  return parts.map((part) =>
    part === 'mod' ? mod : (keyNames[part] ?? (keys.includes('mod+') ? part.toUpperCase() : part)),
  );
}
