import type { ReactNode } from 'react';
import type { Status } from '@/lib/contract/status';
import { toneText } from '../ui/badge';
import { cx } from '../ui/cx';
import { IconFrame } from '../ui/icon';
import { dialOf, type Dial } from './status-dial';
import { toneOf } from './status-tone';

const ring = <circle cx="8" cy="8" r="5.5" />;
const disc = <circle cx="8" cy="8" r="6.25" fill="currentColor" stroke="none" />;
const wedge = (d: string) => <path d={d} fill="currentColor" stroke="none" />;
// Shapes on the disc use the background colour.
const cut = (d: string) => <path d={d} className="stroke-canvas" />;

const shapes: Record<Dial, ReactNode> = {
  credentials: <circle cx="8" cy="8" r="5.5" strokeDasharray="2.3 2.02" />,
  waiting: (
    <>
      {ring}
      <path d="M8 5.2V8l1.9 1.2" />
    </>
  ),
  sample: (
    <>
      {ring}
      {wedge('M8 4.4A3.6 3.6 0 0 1 11.6 8H8z')}
    </>
  ),
  'sample-done': (
    <>
      {ring}
      {wedge('M8 4.4a3.6 3.6 0 0 1 0 7.2z')}
    </>
  ),
  prepared: (
    <>
      {ring}
      {wedge('M6.7 5.6v4.8L10.6 8z')}
    </>
  ),
  running: (
    <>
      {ring}
      {wedge('M8 4.4A3.6 3.6 0 1 1 4.4 8H8z')}
    </>
  ),
  done: (
    <>
      {disc}
      {cut('m5.3 8.3 1.9 1.9 3.5-4.1')}
    </>
  ),
  undoing: <path d="M4.6 4.4A5.2 5.2 0 1 1 2.8 8.6M4.2 1.8v2.9h2.9" />,
  cleaned: (
    <>
      {disc}
      {cut('M5.4 8h5.2')}
    </>
  ),
  gone: (
    <>
      {ring}
      <path d="m4.2 4.2 7.6 7.6" />
    </>
  ),
  other: (
    <>
      {ring}
      <circle cx="8" cy="8" r="1.5" fill="currentColor" stroke="none" />
    </>
  ),
  'outcome-unknown': (
    <>
      {ring}
      <path d="M6.6 6.7a1.45 1.45 0 1 1 2.2 1.25c-.5.3-.8.55-.8 1.05M8 10.8v.1" />
    </>
  ),
};

export function DialIcon({
  dial,
  size = 14,
  className,
}: {
  dial: Dial;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <IconFrame size={size} className={className}>
      {shapes[dial]}
    </IconFrame>
  );
}

/** Work in progress pulses. */
export function StatusIcon({ status, className }: { status: Status; className?: string | undefined }) {
  return (
    <DialIcon
      dial={dialOf(status)}
      className={cx(
        toneText[toneOf(status.family)],
        status.family === 'working' && 'motion-safe:animate-quiet',
        className,
      )}
    />
  );
}
