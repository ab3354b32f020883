import type { ReactNode } from 'react';
import { cx } from './cx';

const ring = (cx: number, cy: number, r: number) =>
  `M${cx - r} ${cy}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** Drawn on a 16 px grid with a 1.5 px stroke. */
const iconShapes = {
  'arrow-down': 'M8 3v10M4.5 9.5 8 13l3.5-3.5',
  'arrow-right': 'M2.5 8h11M10 4.5 13.5 8 10 11.5',
  'arrow-up': 'M8 13V3M4.5 6.5 8 3l3.5 3.5',
  audit: 'M3.5 2.5h9v11h-9zM6 6h4M6 8.5h4M6 11h2',
  back: 'M6 3.5 3 6.5l3 3M3 6.5h6.5a3.25 3.25 0 0 1 0 6.5H7',
  bookmark: 'M4.5 2.5h7v11L8 10.8l-3.5 2.7z',
  check: 'm3.5 8.5 3 3 6-7',
  clock: `${ring(8, 8, 5.5)}M8 5v3l2 1.5`,
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  dots: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  download: 'M8 2.5v8M4.8 7.5 8 10.7l3.2-3.2M3 13.5h10',
  edit: 'm2.5 13.5.6-3 7.6-7.6a1.2 1.2 0 0 1 1.7 0l.7.7a1.2 1.2 0 0 1 0 1.7l-7.6 7.6zM9.4 4.2l2.4 2.4',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  help: `${ring(8, 8, 5.75)}M6.5 6.5a1.6 1.6 0 1 1 2.4 1.4c-.6.3-.9.6-.9 1.1M8 11v.1`,
  hook: 'M2 8h7.5M6.8 5.2 9.6 8l-2.8 2.8M9.5 2.5h4v11h-4',
  imports: 'M8 2.5v7M5 6.8l3 3 3-3M2.5 10.5v3h11v-3',
  info: `${ring(8, 8, 5.75)}M8 7.5v3.5M8 5v.1`,
  key: `${ring(5.5, 10.5, 2.8)}M7.5 8.5 13 3M10.5 5.5l2 2`,
  left: 'M10 3.5 5.5 8l4.5 4.5',
  link: 'M6.8 9.2a2.7 2.7 0 0 0 3.9 0l2-2a2.75 2.75 0 0 0-3.9-3.9l-.7.7M9.2 6.8a2.7 2.7 0 0 0-3.9 0l-2 2a2.75 2.75 0 0 0 3.9 3.9l.7-.7',
  lock: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  mail: 'M2 3.5h12v9H2zM2.3 4 8 8.8 13.7 4',
  minus: 'M3.5 8h9',
  moon: 'M13.2 9.6A5.5 5.5 0 0 1 6.4 2.8a5.5 5.5 0 1 0 6.8 6.8z',
  next: 'M3 3v4.5a2 2 0 0 0 2 2h8M9.8 6.3 13 9.5l-3.2 3.2',
  note: 'M2.5 2.5h11v7.5l-3.5 3.5h-7.5zM13.5 10H10v3.5M5.5 6h5M5.5 8.5H8',
  overview: 'M2.5 13.5h11M4 11V7M8 11V3M12 11V8.5',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  person: `${ring(8, 5.2, 2.6)}M3 13.5c.5-2.7 2.4-4 5-4s4.5 1.3 5 4`,
  play: 'M5 3.2v9.6L12.5 8z',
  plug: 'M6 2v3M10 2v3M4 5h8v2.5a4 4 0 0 1-8 0zM8 11.5V14',
  plus: 'M8 3.5v9M3.5 8h9',
  qr: 'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h1.5v1.5M13.5 9.5v.01M9.5 13.5h.01M12 12.5h1.5v1',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.6L13 5.8M13 2.5v3.3H9.7',
  right: 'm6 3.5 4.5 4.5L6 12.5',
  screen: 'M2 3h12v8H2zM5.5 13.5h5M8 11v2.5',
  search: `${ring(7, 7, 4.5)}M10.5 10.5 14 14`,
  send: 'M14 2 7.2 8.8M14 2 9.7 14l-2.5-5.2L2 6.3z',
  'sign-out': 'M6.5 2.5h-4v11h4M6 8h7.5M10.8 5.2 13.6 8l-2.8 2.8',
  sliders: `M2.5 5h6M12.5 5h1M2.5 11h1M7.5 11h6${ring(10.5, 5, 1.9)}${ring(5.5, 11, 1.9)}`,
  staff: `M3 3.5h10v9H3zM5.5 10.5c.3-1.2 1.2-1.7 2.5-1.7s2.2.5 2.5 1.7${ring(8, 6.6, 1.2)}`,
  stamp: 'M6 4a2 2 0 1 1 4 0c0 1.4-.8 2-.8 3.8h3.3v2.7h-9V7.8h3.3C6.8 6 6 5.4 6 4zM3.5 13.5h9',
  sun: `${ring(8, 8, 2.6)}M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9`,
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4',
  two: `${ring(5.5, 6, 2.1)}${ring(11, 6.5, 1.7)}M1.8 13c.3-2.3 1.7-3.4 3.7-3.4S8.9 10.7 9.2 13M11.2 9.8c1.7 0 2.7.9 3 2.7`,
  up: 'M3.5 10 8 5.5l4.5 4.5',
  updown: 'M5 6.5 8 3.5l3 3M5 9.5l3 3 3-3',
  upload: 'M8 10.7v-8M4.8 5.7 8 2.5l3.2 3.2M3 13.5h10',
  warning: 'M8 2.5 14.2 13H1.8zM8 6.5v3M8 11.3v.1',
  watch: `M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8z${ring(8, 8, 1.8)}`,
  x: 'm4 4 8 8M12 4l-8 8',
} as const;

export type IconName = keyof typeof iconShapes;

/** Always decorative, so it needs text beside it. */
export function Icon({
  name,
  size = 16,
  className,
}: {
  name: IconName;
  size?: number;
  className?: string | undefined;
}) {
  return (
    <IconFrame size={size} strokeWidth={name === 'dots' ? 2 : 1.5} className={className}>
      <path d={iconShapes[name]} />
    </IconFrame>
  );
}

export function IconFrame({
  size,
  strokeWidth = 1.5,
  className,
  children,
}: {
  size: number;
  strokeWidth?: number;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx('block flex-none', className)}
      aria-hidden
    >
      {children}
    </svg>
  );
}
