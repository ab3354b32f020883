import type { ReactNode } from 'react';

/** For `b` in texts: a name or an address, isolated, because it may run in another direction than the text. */
export const strong = (text: ReactNode) => <bdi className="font-strong text-ink [overflow-wrap:anywhere]">{text}</bdi>;
