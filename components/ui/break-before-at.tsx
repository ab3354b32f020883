import type { ReactNode } from 'react';

/** An address that needs two lines breaks before "@" if it can. */
export function breakBeforeAt(address: string): ReactNode {
  const at = address.indexOf('@');
  if (at <= 0) return address;
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
