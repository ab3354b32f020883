import { encode } from 'uqr';
import { cx } from './cx';

/** Always dark on white with a quiet zone, which many phones need. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string | undefined }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={cx('block rounded-2 border bg-[#fff]', className ?? 'size-44')}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
