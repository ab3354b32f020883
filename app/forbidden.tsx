import { noAccessLabels as labels } from '@/components/shell/labels';
import { StandalonePage } from '@/components/shell/standalone-page';

/** Outside the frame of staff pages: the preview of the branding. Next's own would be in every page as 40 elements. */
export default function Forbidden() {
  return (
    <StandalonePage title={labels.title}>
      {labels.text} {labels.anyAdmin}
    </StandalonePage>
  );
}
