import type { ReactNode } from 'react';
import type { KnownStatus, Status } from '@/lib/contract/status';
import { toneText } from '../ui/badge';
import { cx } from '../ui/cx';
import { IconFrame } from '../ui/icon';
import { toneOf } from './status-tone';

const onRing = (shape: ReactNode) => (
  <>
    <circle cx="8" cy="8" r="5.5" />
    {shape}
  </>
);
const wedge = (d: string) => onRing(<path d={d} fill="currentColor" stroke="none" />);
/** A shape in the background colour. */
const cutFromDisc = (d: string) => (
  <>
    <circle cx="8" cy="8" r="6.25" fill="currentColor" stroke="none" />
    <path d={d} className="stroke-canvas" />
  </>
);

/** A ring that fills along the usual path, so it is readable without colour. */
const shapes = {
  credentials: <circle cx="8" cy="8" r="5.5" strokeDasharray="2.3 2.02" />,
  waiting: onRing(<path d="M8 5.2V8l1.9 1.2" />),
  sample: wedge('M8 4.4A3.6 3.6 0 0 1 11.6 8H8z'),
  'sample-done': wedge('M8 4.4a3.6 3.6 0 0 1 0 7.2z'),
  prepared: wedge('M6.7 5.6v4.8L10.6 8z'),
  running: wedge('M8 4.4A3.6 3.6 0 1 1 4.4 8H8z'),
  done: cutFromDisc('m5.3 8.3 1.9 1.9 3.5-4.1'),
  undoing: <path d="M4.6 4.4A5.2 5.2 0 1 1 2.8 8.6M4.2 1.8v2.9h2.9" />,
  cleaned: cutFromDisc('M5.4 8h5.2'),
  gone: onRing(<path d="m4.2 4.2 7.6 7.6" />),
  other: onRing(<circle cx="8" cy="8" r="1.5" fill="currentColor" stroke="none" />),
  'outcome-unknown': onRing(<path d="M6.6 6.7a1.45 1.45 0 1 1 2.2 1.25c-.5.3-.8.55-.8 1.05M8 10.8v.1" />),
};
type Dial = keyof typeof shapes;

const dialOfKnown: Record<KnownStatus, Dial> = {
  'Collecting credentials': 'credentials',
  'Waiting to start sample migration': 'waiting',
  'Sample migration in progress': 'sample',
  'Sample migration completed': 'sample-done',
  'In preparation': 'prepared',
  'Migration in progress': 'running',
  'Migration completed': 'done',
  'Undo in progress': 'undoing',
  'Migration cleaned': 'cleaned',
};

const dialOfFamily: Record<Status['family'], Dial> = {
  waiting: 'waiting',
  working: 'running',
  turn: 'sample-done',
  done: 'done',
  undone: 'cleaned',
  gone: 'gone',
  unknown: 'other',
};

/** @internal Exported for unit tests. Gone comes first, then one of the nine known texts, then the family. */
export function dialOf({ text, family, known = text }: Status): Dial {
  if (family === 'gone') return 'gone';
  return isKnown(known) ? dialOfKnown[known] : dialOfFamily[family];
}

function isKnown(text: string): text is KnownStatus {
  return Object.hasOwn(dialOfKnown, text);
}

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
