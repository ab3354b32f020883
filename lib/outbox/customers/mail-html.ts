import type { Branding } from '../../contract/branding';
import { initialOf } from '../../contract/brand-icon';
import { brandPalette } from '../../contract/brand-palette';
import { contrastRatio } from '../../contract/contrast';
import { languageFacts, type Language } from '../../contract/languages';
import { escapeHtml } from '../../core/escape-html';
import { cleanValue } from '../clean-value';
import type { MailBlock, MailFooter } from './mail-block';

/** Where lines start. Some clients do not know logical properties. */
type Side = 'left' | 'right';

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const ink = '#11151a';
const quiet = '#4a535f';
const breakLongWords = 'overflow-wrap:anywhere;word-break:break-word';
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/**
 * Tables and inline styles only: Outlook ignores most other layout, and some clients remove style elements. Readable on a
 * phone because nothing has a fixed width; Outlook ignores max-width, so it gets one in a comment.
 */
export function toHtml({
  language,
  branding,
  subject,
  blocks,
  footer,
}: {
  language: Language;
  branding: Branding;
  subject: string;
  blocks: readonly MailBlock[];
  footer: MailFooter;
}): string {
  const { dir } = languageFacts[language];
  const start = dir === 'rtl' ? 'right' : 'left';
  const rows = [
    header(branding, start),
    ...blocks.map((block) => blockHtml(block, branding, start)),
    footerHtml(footer),
  ];
  return `<!DOCTYPE html>
<html lang="${language}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${escapeHtml(subject)}</title>
</head>
<body dir="${dir}" style="margin:0;padding:0;background-color:#f3f5f7">
<table ${table} width="100%" style="background-color:#f3f5f7">
<tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table width="560"><tr><td><![endif]-->
<table ${table} dir="${dir}" width="100%" style="max-width:560px;background-color:#ffffff;border-top:4px solid ${branding.colour};text-align:${start}">
${rows.join('\n')}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
}

function header({ logo, partnerName, colour }: Branding, start: Side): string {
  const name = cleanValue(partnerName, 80);
  const mark =
    logo === null
      ? `<td align="center" width="32" height="32" bgcolor="${colour}" style="border-radius:6px;${font};font-size:16px;font-weight:600;color:${readableOn(colour)}">${escapeHtml(initialOf(name))}</td>`
      : `<td><img src="cid:logo" alt="" height="32" style="display:block;height:32px;max-width:160px;border:0"></td>`;
  return row(
    `<table ${table}><tr>${mark}<td dir="auto" style="padding-${start}:12px;${font};font-size:16px;font-weight:600;color:${ink};${breakLongWords}">${escapeHtml(name)}</td></tr></table>`,
    '24px 24px 8px',
  );
}

function blockHtml(block: MailBlock, branding: Branding, start: Side): string {
  switch (block.kind) {
    case 'paragraph':
      return row(paragraph(block.lines));
    case 'button':
      return row(button(block, branding));
    case 'quote':
      return row(
        `<table ${table} width="100%"><tr><td style="border-${start}:3px solid ${branding.colour};padding-${start}:14px">` +
          `${paragraph([block.title], `font-size:14px;color:${quiet}`)}${ownParagraphs(block.lines)}</td></tr></table>`,
      );
    case 'facts':
      return row(
        `<table ${table}>${block.facts
          .map(
            ({ label, value }) =>
              `<tr><td style="padding:${start === 'left' ? '2px 24px 2px 0' : '2px 0 2px 24px'};${textStyle};color:${quiet}">${escapeHtml(label)}</td>` +
              `<td style="padding:2px 0;${textStyle};font-weight:600">${escapeHtml(value)}</td></tr>`,
          )
          .join('')}</table>`,
      );
    case 'list':
      return row(
        [
          paragraph([block.title]),
          ...block.items.map(
            ({ title, lines }) =>
              `<table ${table} width="100%" style="margin-top:12px"><tr><td style="border-${start}:3px solid #c6ccd4;padding-${start}:14px">` +
              `${paragraph([title], 'font-weight:600')}${ownParagraphs(lines)}</td></tr></table>`,
          ),
        ].join(''),
      );
  }
}

/** The address is visible too, for clients that show no buttons and for people who check where a link leads. */
function button({ label, url }: { label: string; url: string }, branding: Branding): string {
  const href = escapeHtml(url);
  const { colour } = branding;
  return (
    `<table ${table}><tr><td bgcolor="${colour}" style="border-radius:6px">` +
    `<a href="${href}" style="display:inline-block;padding:12px 20px;${font};font-size:16px;font-weight:600;color:${readableOn(colour)};text-decoration:none">${escapeHtml(label)}</a>` +
    `</td></tr></table>` +
    `<p dir="ltr" style="margin:10px 0 0;${font};font-size:13px;line-height:18px;word-break:break-all"><a href="${href}" style="color:${brandPalette(branding, 'light').ink}">${href}</a></p>`
  );
}

function footerHtml({ reason, links }: MailFooter): string {
  const style = `${font};font-size:13px;line-height:20px;color:${quiet};${breakLongWords}`;
  const anchors = links.map(
    ({ label, url }) =>
      `<a href="${escapeHtml(url)}" style="display:inline-block;padding:4px 0;color:${quiet};text-decoration:underline">${escapeHtml(label)}</a>`,
  );
  return `<tr><td style="height:16px;font-size:0">&nbsp;</td></tr>\n<tr><td style="padding:20px 24px 24px;border-top:1px solid #e3e7ec"><p style="margin:0 0 8px;${style}">${escapeHtml(reason)}</p><p style="margin:0;${style}">${anchors.join(' &nbsp; ')}</p></td></tr>`;
}

/** One of them always reaches 4.5:1. */
const readableOn = (colour: string) => (contrastRatio(colour, '#ffffff') >= 4.5 ? '#ffffff' : '#000000');

const textStyle = `${font};font-size:16px;line-height:24px;color:${ink};${breakLongWords}`;

function paragraph(lines: readonly string[], style = ''): string {
  return `<p style="margin:0;${textStyle};${style}">${lines.map(escapeHtml).join('<br>')}</p>`;
}

/** For texts that may be in another language than the e-mail. */
function ownParagraphs(lines: readonly string[]): string {
  return lines.map((line) => `<p dir="auto" style="margin:0;${textStyle}">${escapeHtml(line)}</p>`).join('');
}

function row(content: string, padding = '8px 24px'): string {
  return `<tr><td style="padding:${padding}">${content}</td></tr>`;
}
