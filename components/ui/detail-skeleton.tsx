import { LoadingNote, Skeleton } from './skeleton';

/** The page of one thing before it is there: title, badge, facts, then the two columns. */
export function DetailSkeleton({ label }: { label: string }) {
  return (
    <div aria-busy>
      <LoadingNote>{`Loading ${label}`}</LoadingNote>
      <Skeleton className="mb-4 w-28" />
      <Skeleton className="h-6 w-80 max-w-full" />
      <Skeleton className="mt-3 h-6.5 w-56" />
      <div className="mt-5 flex flex-wrap gap-x-10 gap-y-3">
        {['w-20', 'w-44', 'w-20', 'w-28'].map((width, index) => (
          <div key={index} className="grid gap-2">
            <Skeleton className="w-12" />
            <Skeleton className={width} />
          </div>
        ))}
      </div>
      <Skeleton className="mt-6 h-16 w-full rounded-none" />
      <div className="mt-8 grid gap-12 lg:grid-cols-[minmax(0,1fr)_344px]">
        <div className="grid content-start gap-5 border-t pt-4">
          {[0, 1, 2, 3, 4].map((row) => (
            <div key={row} className="grid grid-cols-[64px_10px_1fr] items-center gap-3">
              <Skeleton className="w-14" />
              <Skeleton className="h-2.5 w-2.5 rounded-full" />
              <Skeleton className="w-3/5" />
            </div>
          ))}
        </div>
        <Skeleton className="h-56 w-full rounded-2" />
      </div>
    </div>
  );
}
