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
