/** Safe HTML; every other value in a template is escaped. */
export class Html {
  constructor(readonly text: string) {}
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

type Piece = Html | string | number | readonly Piece[];

function render(piece: Piece): string {
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'string' || typeof piece === 'number') return escapeHtml(String(piece));
  return piece.map(render).join('');
}

export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(
    strings.map((text, index) => text + (index < pieces.length ? render(pieces[index] ?? '') : '')).join(''),
  );
}

const style = new Html(`<style>
:root{color-scheme:light dark;--ink:#16202a;--soft:#54616d;--line:#d6dde3;--sheet:#fff;--back:#eef2f4;--sea:#0b5d5a;--on-sea:#fff;--tint:#e2f0ee;--warn:#7a4b00}
@media(prefers-color-scheme:dark){:root{--ink:#e9eef1;--soft:#a3afb9;--line:#33404a;--sheet:#172028;--back:#0d1318;--sea:#6fc9c0;--on-sea:#06201e;--tint:#18332f;--warn:#e5b25c}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
header{display:flex;gap:10px;align-items:baseline;max-width:680px;margin:0 auto;padding:24px 20px 12px}
header a{color:inherit;text-decoration:none;font-weight:650;font-size:20px;letter-spacing:-.01em}
header span,footer,.soft{color:var(--soft);font-size:14px}
main{max-width:680px;margin:0 auto;padding:28px 28px 32px;background:var(--sheet);border:1px solid var(--line);border-radius:14px}
footer{max-width:680px;margin:0 auto;padding:16px 20px 40px}
h1{font-size:26px;line-height:1.25;margin:0 0 4px;letter-spacing:-.015em}
h2{font-size:17px;margin:28px 0 8px}
p{margin:8px 0}
ol.way{list-style:none;margin:24px 0;padding:0;border-top:1px solid var(--line)}
ol.way li{display:flex;gap:12px;padding:12px 0;border-bottom:1px solid var(--line)}
ol.way .mark{flex:none;width:24px;height:24px;border-radius:50%;border:2px solid var(--line);text-align:center;font-size:13px;line-height:20px;color:var(--soft)}
ol.way .done .mark{background:var(--sea);border-color:var(--sea);color:var(--on-sea)}
ol.way .now .mark{border-color:var(--sea);color:var(--sea);font-weight:700}
ol.way .now strong{color:var(--sea)}
ol.way .text{flex:1}
.act{margin-top:8px}
.status{display:inline-block;margin:12px 0 0;padding:4px 12px;border-radius:99px;background:var(--tint);font-weight:600}
form{display:inline-block;margin:4px 8px 4px 0}
button{font:inherit;font-weight:600;min-height:44px;padding:8px 20px;border-radius:8px;border:1px solid var(--sea);background:var(--sea);color:var(--on-sea);cursor:pointer}
button.quiet{background:transparent;color:var(--ink);border-color:var(--soft);font-weight:500}
button:focus-visible,a:focus-visible{outline:3px solid var(--sea);outline-offset:2px}
main a{color:var(--sea)}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:6px 0;border-bottom:1px solid var(--line);text-align:left;font-weight:400;vertical-align:top}
td:last-child{text-align:right;white-space:nowrap;padding-left:16px}
.warn{color:var(--warn)}
@media(max-width:720px){main{border-radius:0;border-width:1px 0;padding:20px}h1{font-size:22px}}
</style>`);

export function layout(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Ferry</title>
        ${style}
      </head>
      <body>
        <header><a href="/">Ferry</a> <span>import service (simulated)</span></header>
        <main>${content}</main>
        <footer>A simulation. No account is contacted and no data is moved.</footer>
      </body>
    </html>`.text;
}
