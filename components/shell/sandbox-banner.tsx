'use client';

import { Icon } from '../ui/icon';
import { useEnvironment } from '../ui/use-environment';

export function SandboxBanner() {
  if (useEnvironment() === 'live') return null;
  return (
    <div
      data-band
      role="region"
      aria-label="Environment"
      className="sticky top-0 z-5 flex h-7 items-center justify-center gap-2 border-b border-turn-line bg-turn-tint px-4 text-12 whitespace-nowrap text-turn [grid-area:band]"
    >
      <Icon name="info" size={14} />
      <p>
        <b>Sandbox.</b> Samples only; nothing is created or paid.
      </p>
    </div>
  );
}
