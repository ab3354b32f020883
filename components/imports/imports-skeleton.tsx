import { PageHeader } from '../shell/page';
import { LoadingNote, Skeleton } from '../ui/skeleton';
import { headerLabels } from './labels';

export function ImportsSkeleton() {
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-hidden">
      <div className="px-6 pt-5 pb-3 max-md:px-4 max-md:pt-4">
        <PageHeader title={headerLabels.title} className="min-h-8" />
        <div className="mt-3 flex h-9 items-center border-b max-md:h-10">
          <Skeleton className="w-100 max-w-full" />
        </div>
        <Skeleton className="mt-3 h-6.5 w-full max-md:h-10" />
        <Skeleton className="mt-1.5 h-6.5 w-1/2 max-md:hidden" />
      </div>
      <LoadingNote>{headerLabels.loading}</LoadingNote>
      <div aria-hidden className="skeleton-rows mt-8 border-t motion-safe:animate-quiet" />
    </div>
  );
}
