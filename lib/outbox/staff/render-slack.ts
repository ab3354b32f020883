import type { NoticeBatch, RenderDeps } from './notice';
import { footerOf, groupNotices, headingOf, type NoticeGroup, type NoticeLine } from './notice-groups';
import { moreLabel, openLabel } from './staff-messages';
import type { StaffRule } from './staff-rules';

/** Slack's limits in characters. */
const maxHeader = 150;
const maxSection = 3000;
const maxLink = 800;

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } });

/** An incoming webhook's message. Programs that only read `text` show a summary. There is one section per event. */
export function renderSlack(
  deps: RenderDeps,
  { rule, batch, subject }: { rule: StaffRule; batch: NoticeBatch; subject: string },
) {
  const groups = groupNotices(deps, batch, rule.zone);
  const footer = escapeSlack(footerOf(rule));
  return {
    text: escapeSlack(subject),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: subject.slice(0, maxHeader) } },
      ...groups.map((group) => section(renderGroup(group, groups.length > 1))),
      { type: 'context', elements: [{ type: 'mrkdwn', text: footer }] },
    ],
  };
}

/** Renders as many lines as fit. */
function renderGroup(group: NoticeGroup, hasHeading: boolean): string {
  const heading = hasHeading ? [`*${escapeSlack(headingOf(group))}*`] : [];
  for (let listed = group.lines.length; ; listed -= 1) {
    const more = group.more + group.lines.length - listed;
    const lines = [
      ...heading,
      ...group.lines.slice(0, listed).map(renderLine),
      ...(more > 0 ? [escapeSlack(moreLabel(more))] : []),
    ];
    const text = lines.join('\n');
    if (text.length <= maxSection || listed === 0) return text.slice(0, maxSection);
  }
}

function renderLine({ name, text, time, link }: NoticeLine): string {
  // Code, so that Slack shows no part of a name as a link or in bold.
  const label = name === '' ? '' : `\`${escapeSlack(name.replaceAll('`', "'"))}\` `;
  const open = link.length > maxLink ? '' : ` <${escapeSlack(link)}|${openLabel}>`;
  return `• ${label}${escapeSlack(text)} _${escapeSlack(time)}_${open}`;
}

/** The three characters with a meaning in Slack's format. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
