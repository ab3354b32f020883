'use client';

import { lazyComponent } from '../ui/lazy-component';

/** Apart, so that pages in a tab do not load it. */
export const EmbeddedPage = lazyComponent(() => import('./embed-connection').then((module) => module.EmbedConnection));
