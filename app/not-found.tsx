import type { Metadata } from 'next';
import { PlainLinkButton, StandalonePage } from '@/components/shell/standalone-page';

export const metadata: Metadata = { title: 'Not on the chart' };

/** Also shown for a role too low, so that it does not reveal the page. */
export default function NotFound() {
  return (
    <StandalonePage
      title="Not on the chart"
      actions={
        <PlainLinkButton href="/" variant="primary">
          Go to the overview
        </PlainLinkButton>
      }
    >
      There is no page at this address, or it is not for your role. An import that the service no longer knows keeps its
      page here: look it up under Imports.
    </StandalonePage>
  );
}
