import type { ReactNode } from 'react';

/** For `b` in texts with an e-mail address. Isolated, because it is left to right in every language. */
export const address = (text: ReactNode) => <bdi className="font-strong text-ink [overflow-wrap:anywhere]">{text}</bdi>;
