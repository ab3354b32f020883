import { PageHeader } from '../shell/page';
import { LoadingNote, Skeleton } from '../ui/skeleton';

const chipWidths = ['w-44', 'w-60', 'w-52', 'w-52', 'w-32', 'w-44', 'w-48', 'w-36', 'w-40'];

export function ImportsSkeleton() {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="px-6 pt-5 pb-3 max-md:px-4 max-md:pt-4">
        <PageHeader title="Imports" className="min-h-8" />
        <div className="mt-3 flex h-9 items-center gap-5 border-b max-md:h-10">
          {['w-8', 'w-20', 'w-28', 'w-14', 'w-24'].map((width) => (
            <Skeleton key={width} className={width} />
          ))}
        </div>
        <div className="mt-3 flex flex-wrap gap-1.5 max-md:flex-nowrap max-md:overflow-hidden">
          {chipWidths.map((width, at) => (
            <Skeleton key={at} className={`h-6.5 flex-none max-md:h-10 ${width}`} />
          ))}
        </div>
      </div>
      <LoadingNote>Loading imports</LoadingNote>
      <div aria-hidden className="skeleton-rows mt-8 border-t motion-safe:animate-quiet" />
    </div>
  );
}
