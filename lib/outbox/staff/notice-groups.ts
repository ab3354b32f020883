import { isMailAddress } from '../../contract/mail-address';
import { cleanValue, withoutLinks } from '../clean-value';
import { linkTo, type Notice, type NoticeBatch, type RenderDeps } from './notice';
import {
  countLabel,
  formatTime,
  importLabel,
  kindLabels,
  personalFooter,
  ruleFooter,
  sandboxLabel,
  type NoticeKind,
} from './staff-messages';
import type { StaffRule } from './staff-rules';

export interface NoticeLine {
  /** Who or what it is about; empty if the heading says so. */
  name: string;
  /** For e-mails, whose programs would make links of some names. */
  nameWithoutLinks: string;
  text: string;
  time: string;
  link: string;
}

export interface NoticeGroup {
  kind: NoticeKind;
  count: number;
  lines: NoticeLine[];
  more: number;
}

export function groupNotices(deps: RenderDeps, { counts, notices }: NoticeBatch, zone: string | null): NoticeGroup[] {
  return counts.map(({ kind, count }) => {
    const ofKind = notices.filter((notice) => notice.kind === kind);
    return {
      kind,
      count,
      lines: ofKind.map((notice) => toLine(deps, notice, zone)),
      more: count - ofKind.length,
    };
  });
}

export const headingOf = (group: NoticeGroup) => (group.count === 1 ? kindLabels[group.kind].title : countLabel(group));

export const footerOf = ({ personal, name }: StaffRule) =>
  personal ? personalFooter : ruleFooter(cleanValue(name, 100));

function toLine(deps: RenderDeps, notice: Notice, zone: string | null): NoticeLine {
  const { environment, text, at } = notice;
  const name = nameOf(notice);
  const label = (shown: string) => `${shown}${sandboxLabel(environment)}`.trim();
  return {
    name: label(name),
    // An address does not link to a page, and people copy it.
    nameWithoutLinks: label(isMailAddress(name) ? name : withoutLinks(name)),
    text: cleanValue(text, 300),
    time: formatTime(at, zone),
    link: linkTo(deps, notice),
  };
}

/** Customers choose usernames. If programs would show it as a link, the import's id replaces it. */
function nameOf({ username, importId }: Notice): string {
  if (importId === null) return '';
  const name = username === null ? '' : cleanValue(username, 100);
  return name === '' || /\/|www\./i.test(name) ? importLabel(cleanValue(importId, 60)) : name;
}
