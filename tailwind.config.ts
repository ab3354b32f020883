import type { Config } from 'tailwindcss';
import plugin from 'tailwindcss/plugin';

/**
 * Every colour of the product, once, as [light, dark]. Dark reverses the values of the neutral ramp, not its names.
 * The pairs become CSS variables through `light-dark()`, so a theme is nothing but `color-scheme` on the root.
 */
export const palette = {
  'n-0': ['#ffffff', '#0e1114'],
  'n-25': ['#f8f9fa', '#13171b'],
  'n-50': ['#f2f4f6', '#191e23'],
  'n-100': ['#e9ecef', '#20262c'],
  'n-200': ['#dee2e7', '#2a3138'],
  'n-300': ['#c6ccd4', '#3d464f'],
  'n-400': ['#848d99', '#6f7a86'],
  'n-500': ['#5f6976', '#939da9'],
  'n-600': ['#4a535f', '#adb6c0'],
  'n-900': ['#11151a', '#f0f3f5'],

  accent: ['#0a567d', '#6bb9df'],
  'accent-strong': ['#074461', '#93cfec'],
  'accent-tint': ['#e7f0f5', '#10242f'],
  'accent-line': ['#b4d0de', '#234d63'],
  'accent-fill': ['#0a567d', '#56a4cd'],
  'on-accent': ['#ffffff', '#04161f'],

  wait: ['#54606f', '#a6b0bd'],
  'wait-tint': ['#eff1f4', '#1b2127'],
  'wait-line': ['#d2d8df', '#39424c'],
  work: ['#1c5cc2', '#85b4f8'],
  'work-tint': ['#ebf2fd', '#131f36'],
  'work-line': ['#c2d6f6', '#294673'],
  turn: ['#8a5200', '#e5b25c'],
  'turn-tint': ['#fdf4e3', '#261e10'],
  'turn-line': ['#ecd3a0', '#57441d'],
  done: ['#196b40', '#68c791'],
  'done-tint': ['#e8f5ee', '#10241a'],
  'done-line': ['#b7dec7', '#24543a'],
  undo: ['#6643b5', '#b9a2f2'],
  'undo-tint': ['#f3effc', '#1f1a33'],
  'undo-line': ['#d5c8f1', '#46386f'],
  gone: ['#5f6976', '#939da9'],
  'gone-line': ['#c6ccd4', '#3d464f'],
  unkn: ['#b3221b', '#ff938a'],
  'unkn-line': ['#d4524a', '#c4534d'],

  overlay: ['#ffffff', '#171c20'],
  scrim: ['rgb(17 21 26 / 0.36)', 'rgb(4 6 8 / 0.52)'],
  'chart-2': ['#9fb4c2', '#4b5d69'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/** Names for what a colour is for. Components use these; the ramp itself is for charts and rare cases. */
export const roles = {
  canvas: 'n-0',
  sunken: 'n-25',
  hover: 'n-50',
  press: 'n-100',
  'line-soft': 'n-100',
  line: 'n-200',
  'line-strong': 'n-300',
  control: 'n-400',
  meta: 'n-500',
  'ink-2': 'n-600',
  ink: 'n-900',
  'chart-1': 'accent-fill',
} as const satisfies Record<string, keyof typeof palette>;

const names = [...Object.keys(palette), ...Object.keys(roles)];

const variables = {
  ...Object.fromEntries(
    Object.entries(palette).map(([name, [light, dark]]) => [`--${name}`, `light-dark(${light}, ${dark})`]),
  ),
  ...Object.fromEntries(Object.entries(roles).map(([role, name]) => [`--${role}`, `var(--${name})`])),
  // A shadow cannot be chosen by light-dark(), its colours can: each theme hides the other's.
  '--lift': [
    '0 0 0 1px light-dark(rgb(17 21 26 / 0.08), rgb(255 255 255 / 0.09))',
    '0 12px 32px -8px light-dark(rgb(17 21 26 / 0.24), transparent)',
    '0 16px 40px -8px light-dark(transparent, rgb(0 0 0 / 0.7))',
  ].join(', '),
};

export default {
  content: ['./app/**/*.{ts,tsx}', './components/**/*.{ts,tsx}'],
  theme: {
    // Below `md` the rail is a bottom bar and rows become lines; from `lg` on the preview panel has its own column; from `xl` on
    // the rail shows its labels.
    screens: { md: '761px', lg: '1181px', xl: '1280px' },
    colors: {
      inherit: 'inherit',
      transparent: 'transparent',
      current: 'currentColor',
      // The partner's colour on customer pages; `components/customer/brand-style.tsx` sets the variables.
      brand: 'var(--brand)',
      'brand-hover': 'var(--brand-hover)',
      'on-brand': 'var(--on-brand)',
      'brand-ink': 'var(--brand-ink)',
      'brand-wash': 'var(--brand-wash)',
      ...Object.fromEntries(names.map((name) => [name, `var(--${name})`])),
    },
    fontFamily: {
      sans: ['var(--font-inter)', 'Inter Variable', 'Inter Fallback', 'system-ui', 'sans-serif'],
      mono: ['ui-monospace', 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', 'monospace'],
    },
    // Named by their size in pixels at the browser's default, kept in rem so that they follow the reader's setting.
    fontSize: {
      10: ['0.625rem', { lineHeight: '1rem' }],
      11: ['0.6875rem', { lineHeight: '1rem' }],
      12: ['0.75rem', { lineHeight: '1rem' }],
      13: ['0.8125rem', { lineHeight: '1.25rem' }],
      14: ['0.875rem', { lineHeight: '1.25rem' }],
      15: ['0.9375rem', { lineHeight: '1.375rem' }],
      16: ['1rem', { lineHeight: '1.5rem' }],
      18: ['1.125rem', { lineHeight: '1.5rem', letterSpacing: '-0.02em' }],
      20: ['1.25rem', { lineHeight: '1.75rem', letterSpacing: '-0.014em' }],
      26: ['1.625rem', { lineHeight: '2rem', letterSpacing: '-0.022em' }],
      32: ['2rem', { lineHeight: '2.5rem', letterSpacing: '-0.022em' }],
    },
    fontWeight: { normal: '400', strong: '560' },
    // `tile` is of customer pages, and a partner who embeds them can choose it.
    borderRadius: {
      none: '0',
      box: '3px',
      1: '4px',
      2: '6px',
      tile: 'var(--radius-tile, 8px)',
      3: '10px',
      full: '9999px',
    },
    boxShadow: { none: 'none', lift: 'var(--lift)', line: '0 0 0 1px var(--line)' },
    extend: {
      spacing: {
        bar: '48px',
        'bar-phone': '52px',
        'rail-phone': '60px',
        row: '36px',
        page: '1248px',
        dialog: '848px',
      },
      backgroundImage: {
        // "Somewhere in this span", and money that is on its way: hatched in the current colour.
        hatch: 'repeating-linear-gradient(135deg, currentColor 0 1.5px, transparent 1.5px 4px)',
      },
      keyframes: {
        quiet: { '0%, 100%': { opacity: '1' }, '50%': { opacity: '0.55' } },
        spin: { to: { transform: 'rotate(360deg)' } },
        rise: { from: { opacity: '0', transform: 'translateY(4px)' } },
        appear: { from: { opacity: '0' } },
      },
      animation: {
        quiet: 'quiet 2.4s ease-in-out infinite',
        spin: 'spin 0.8s linear infinite',
        rise: 'rise 0.16s ease-out',
        appear: 'appear 0.12s ease-out',
        'appear-late': 'appear 0.12s ease-out 0.2s backwards',
      },
    },
  },
  plugins: [plugin(({ addBase }) => addBase({ ':root': variables }))],
} satisfies Config;
