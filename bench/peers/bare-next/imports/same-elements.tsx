'use client';

import { createElement, type ReactNode } from 'react';
import { findSamePage, type PageNode } from './same-pages';

/** A client component, so that the elements are rendered once and not sent a second time. Only for the server. */
export function SameElements({ page, count }: { page: string; data: string; count: number }) {
  return createElement('div', { 'data-count': count }, ...findSamePage(page).nodes.map(toElement));
}

function toElement(node: PageNode): ReactNode {
  return typeof node === 'string' ? node : createElement(node[0], node[1], ...node[2].map(toElement));
}
