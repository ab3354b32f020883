import type { Metadata } from 'next';
import { notFoundLabels as labels } from '@/components/shell/labels';
import { StandalonePage } from '@/components/shell/standalone-page';
import './customer.css';

export const metadata: Metadata = { title: labels.title };

/** Outside the staff pages, which have one of their own. */
export default function NotFound() {
  return <StandalonePage title={labels.title}>{labels.textSignedOut}</StandalonePage>;
}
