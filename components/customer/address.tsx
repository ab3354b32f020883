import type { ReactNode } from 'react';

/** For `b` in texts with an e-mail address. */
export const address = (text: ReactNode) => <b className="text-ink [overflow-wrap:anywhere]">{text}</b>;
