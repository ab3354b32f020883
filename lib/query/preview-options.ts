import { keepPreviousData } from '@tanstack/react-query';

/** For previews of a draft: keeps the last one while the next is loaded, or while the draft is not valid. */
export const previewOptions = {
  placeholderData: keepPreviousData,
  // Every pause in typing is another key.
  gcTime: 10_000,
  staleTime: 60_000,
} as const;
