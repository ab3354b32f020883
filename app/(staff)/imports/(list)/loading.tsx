import { ImportsSkeleton } from '@/components/imports/imports-skeleton';
import { FullPage } from '@/components/shell/page';

export default function ImportsLoading() {
  return (
    <FullPage>
      <ImportsSkeleton />
    </FullPage>
  );
}
