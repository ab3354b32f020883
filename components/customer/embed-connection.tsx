'use client';

import { useEffect } from 'react';
import type { BrandColours } from '@/lib/contract/brand-palette';
import { type EmbedEvent, type EmbedMessage, embedParam, type EmbedStatus, parseEmbed } from '@/lib/contract/embed';
import { embedCss, embedScheme } from '@/lib/contract/embed-css';

/**
 * Connects an embedded page with `public/embed.js` in the page around it. The server has checked the origin `parent`, and
 * browsers give a message to no other.
 */
export function EmbedConnection({
  parent,
  colours,
  event,
  migration,
  status,
}: {
  parent: string;
  colours: BrandColours;
  event: EmbedEvent | null;
  migration: string | null;
  status: EmbedStatus | null;
}) {
  const { situation, whoActs, finished } = status ?? {};
  useEffect(() => {
    const known = situation && whoActs && finished !== undefined;
    send(parent, { landfall: 'state', event, migration, status: known ? { situation, whoActs, finished } : null });
  }, [parent, event, migration, situation, whoActs, finished]);
  useEffect(() => reportHeight(parent), [parent]);
  const { colour, darkColour } = colours;
  useEffect(() => followTheme(parent, { colour, darkColour }), [parent, colour, darkColour]);
  useEffect(leaveInNewTab, []);
  return null;
}

function send(parent: string, message: EmbedMessage): void {
  window.parent.postMessage(message, parent);
}

function reportHeight(parent: string): () => void {
  const observer = new ResizeObserver(() => {
    const { height } = document.body.getBoundingClientRect();
    if (height > 0) send(parent, { landfall: 'height', height: Math.ceil(height) });
  });
  observer.observe(document.body);
  return () => observer.disconnect();
}

/** A theme that changes later. The address takes it along, so that the next page has it from the start. */
function followTheme(parent: string, colours: BrandColours): () => void {
  const sheet = new CSSStyleSheet();
  const receive = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || origin !== parent || !isThemeMessage(data)) return;
    const url = new URL(location.href);
    if (url.searchParams.get(embedParam) === data.embed) return;
    const { theme } = parseEmbed(data.embed);
    sheet.replaceSync(embedCss(theme, colours));
    document.adoptedStyleSheets = [sheet];
    document.documentElement.dataset['theme'] = embedScheme(theme) ?? 'system';
    // The server has rendered the former theme.
    document.querySelector('style[data-embed]')?.replaceChildren();
    url.searchParams.set(embedParam, data.embed);
    // Next's own state would hide the new address from its router.
    history.replaceState(null, '', url);
  };
  window.addEventListener('message', receive);
  return () => window.removeEventListener('message', receive);
}

function isThemeMessage(data: unknown): data is { embed: string } {
  if (typeof data !== 'object' || data === null) return false;
  return 'landfall' in data && data.landfall === 'theme' && 'embed' in data && typeof data.embed === 'string';
}

/** Other sites may refuse to be framed. `data-then` is where the frame goes meanwhile. */
function leaveInNewTab(): () => void {
  const leave = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === null || link.origin === location.origin) return;
    link.target = '_blank';
    const { then } = link.dataset;
    if (then !== undefined) location.assign(then);
  };
  document.addEventListener('click', leave);
  return () => document.removeEventListener('click', leave);
}
