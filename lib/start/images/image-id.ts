import { createHash } from 'node:crypto';
import type { ImageType } from '../../contract/brand-rules';

/** The hash of the data URL: messages that were written while the logo was one already have it. */
export function imageIdOf(dataUrl: string): string {
  return createHash('sha256').update(dataUrl).digest('base64url');
}

export function toDataUrl({ type, base64 }: { type: ImageType; base64: string }): string {
  return `data:image/${type};base64,${base64}`;
}
