import { escapeHtml } from '../../core/escape-html';
import type { EmailContent } from '../message-content';
import type { NoticeBatch, RenderDeps } from './notice';
import { footerOf, groupNotices, headingOf, type NoticeGroup, type NoticeLine } from './notice-groups';
import { changeLabel, moreLabel, openLabel } from './staff-messages';
import type { StaffRule } from './staff-rules';

interface Input {
  rule: StaffRule;
  batch: NoticeBatch;
  subject: string;
}

export function renderStaffEmail(deps: RenderDeps, { rule, batch, subject }: Input): EmailContent {
  const groups = groupNotices(deps, batch, rule.zone);
  const footer = {
    text: footerOf(rule),
    link: `${deps.publicOrigin}${rule.personal ? '/account' : '/settings/notifications'}`,
  };
  return {
    kind: 'email',
    subject,
    text: renderText(groups, footer),
    html: renderHtml(groups, footer),
    headers: {
      // For filters in mail programs.
      'List-Id': `Landfall notifications <notifications.${new URL(deps.publicOrigin).hostname}>`,
    },
    logo: null,
  };
}

type Footer = { text: string; link: string };

function renderText(groups: readonly NoticeGroup[], footer: Footer): string {
  const parts = groups.map((group) =>
    [
      headingOf(group),
      ...group.lines.flatMap((line) => ['', startOf(line), line.time, line.link]),
      ...(group.more > 0 ? ['', moreLabel(group.more)] : []),
    ].join('\n'),
  );
  return `${[...parts, `-- \n${footer.text} ${changeLabel}: ${footer.link}`].join('\n\n')}\n`;
}

const startOf = ({ nameWithoutLinks: name, text }: NoticeLine) => [name, text].filter((part) => part !== '').join(': ');

function renderHtml(groups: readonly NoticeGroup[], footer: Footer): string {
  const parts = groups.map((group) => {
    const lines = group.lines.map(
      (line) =>
        `<p style="margin:12px 0">${escapeHtml(startOf(line))}<br>` +
        `<span style="color:#555">${escapeHtml(line.time)}</span> &middot; ${link(line.link, openLabel)}</p>`,
    );
    const more = group.more > 0 ? `<p>${escapeHtml(moreLabel(group.more))}</p>` : '';
    return `<h2 style="font-size:16px;margin:24px 0 8px">${escapeHtml(headingOf(group))}</h2>${lines.join('')}${more}`;
  });
  return (
    '<!doctype html><html lang="en"><body style="font:14px/1.5 sans-serif;color:#111;max-width:640px">' +
    `${parts.join('')}<p style="color:#555;font-size:12px;margin-top:32px">${escapeHtml(footer.text)} ` +
    `${link(footer.link, changeLabel)}</p></body></html>`
  );
}

const link = (url: string, label: string) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;
