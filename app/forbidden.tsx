import { noAccessLabels as labels } from '@/components/shell/labels';
import { StandalonePage } from '@/components/shell/standalone-page';

/** For pages without the frame of staff pages. Next's own would be in every page as 40 elements. */
export default function Forbidden() {
  return (
    <StandalonePage title={labels.title}>
      {labels.text} {labels.anyAdmin}
    </StandalonePage>
  );
}
