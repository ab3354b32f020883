'use client';

import { createElement, type ReactNode } from 'react';
import { findSamePage, type PageNode } from './same-pages';

/** A client component, so that the elements are rendered once and not sent a second time. Only for the server. */
export function SameElements({ page, count }: { page: string; data: string; count: number }) {
  return createElement('div', { 'data-count': count }, ...findSamePage(page).nodes.map(toElement));
}

function toElement(node: PageNode): ReactNode {
  if (typeof node === 'string') return node;
  const [tag, { style, ...attributes }, content] = node;
  return createElement(
    tag,
    style === undefined ? attributes : { ...attributes, style: readStyle(style) },
    ...content.map(toElement),
  );
}

function readStyle(style: string | true): Record<string, string> {
  return Object.fromEntries(
    String(style)
      .split(';')
      .map((part) => part.split(/:(.*)/, 2)),
  );
}
