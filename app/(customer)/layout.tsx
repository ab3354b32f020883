import type { ReactNode } from 'react';
import { readCustomerMetadata } from './customer-metadata';
import '../customer.css';

export const generateMetadata = readCustomerMetadata;

export default function CustomerLayout({ children }: { children: ReactNode }) {
  return children;
}
