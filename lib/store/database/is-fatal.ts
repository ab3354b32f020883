import { errorCode } from '../../core/error-code.mjs';

/** WebAssembly has ended, or PGlite could not write its log. It would then run without end, and answer nothing. */
export function isFatal(error: Error): boolean {
  return (
    /^(RuntimeError|ExitStatus)$/.test(error.name) || (errorCode(error) === '53100' && /pg_wal/.test(error.message))
  );
}
