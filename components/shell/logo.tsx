export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden className="block flex-none">
      <path d="M4 14 10.2 5.5l3.3 4.3 1.7-2L20 14z" fill="currentColor" />
      <path
        d="M4 17.2c1.3 0 1.3.9 2.7.9s1.3-.9 2.6-.9 1.4.9 2.7.9 1.3-.9 2.7-.9 1.3.9 2.6.9 1.4-.9 2.7-.9"
        stroke="currentColor"
        strokeWidth={1.6}
        strokeLinecap="round"
      />
    </svg>
  );
}
