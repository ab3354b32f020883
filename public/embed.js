/**
 * <landfall-start> and <landfall-status>: the start page and the migration page of this Landfall inside another page.
 * Described in docs/embed.md.
 */

/** The only origin that is framed, sent to and listened to. */
const { origin } = new URL(import.meta.url);

/** After this time without a message from the frame, the content of the element is shown instead. */
const readyWithinMs = 10_000;

const sandbox = 'allow-forms allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** Without content, the element shows a link. */
const openTexts = {
  en: 'Open in a new tab',
  de: 'In neuem Tab öffnen',
  fr: 'Ouvrir dans un nouvel onglet',
  es: 'Abrir en una pestaña nueva',
  pt: 'Abrir em uma nova guia',
  nl: 'Openen in nieuw tabblad',
  ja: '新しいタブで開く',
  ar: 'فتح في علامة تبويب جديدة',
};

const darkMode = matchMedia('(prefers-color-scheme: dark)');
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  :host { display: block }
  iframe { display: block; width: 100%; height: 30rem; border: 0 }
  iframe, slot { background-color: color-mix(in srgb, var(--landfall-background), var(--landfall-background)) }
  slot { column-rule-color: color-mix(in srgb, var(--landfall-colour), var(--landfall-colour)) }
  [hidden] { display: none !important }
`);

class LandfallElement extends HTMLElement {
  static observedAttributes = ['link', 'lang', 'theme', 'class', 'style'];

  #frame = document.createElement('iframe');
  #slot = document.createElement('slot');
  #fallback = document.createElement('a');
  #observer = new MutationObserver(() => this.#sendTheme());
  #timer;
  #ready;
  #reported;

  constructor() {
    super();
    // On our own origin, in the preview of the settings, it would keep nothing out.
    if (location.origin !== origin) this.#frame.setAttribute('sandbox', sandbox);
    this.#frame.allow = 'clipboard-write';
    this.#frame.referrerPolicy = 'no-referrer';
    this.#fallback.target = '_blank';
    this.#slot.append(this.#fallback);
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.append(this.#slot);
  }

  connectedCallback() {
    addEventListener('message', this.#receive);
    darkMode.addEventListener('change', this.#sendTheme);
    for (const element of [document.documentElement, document.body])
      this.#observer.observe(element, { attributes: true });
    this.#load();
  }

  disconnectedCallback() {
    removeEventListener('message', this.#receive);
    darkMode.removeEventListener('change', this.#sendTheme);
    this.#observer.disconnect();
    clearTimeout(this.#timer);
    this.#frame.remove();
  }

  attributeChangedCallback(name, before, after) {
    if (!this.isConnected || before === after) return;
    if (name === 'link' || name === 'lang') this.#load();
    else this.#sendTheme();
  }

  #load() {
    clearTimeout(this.#timer);
    this.#frame.remove();
    this.#ready = this.#reported = undefined;
    const url = this.#address();
    this.#fallback.hidden = !url;
    this.#show(!!url);
    if (!url) return;
    this.#fallback.href = url;
    this.#fallback.textContent = openTexts[this.lang.slice(0, 2)] ?? openTexts.en;
    this.#frame.title = this.ariaLabel ?? (this.textContent.trim() || 'Migration');
    this.#frame.style.height = '';
    url.searchParams.set('embed', this.#readTheme());
    this.#frame.src = url;
    this.#frame.onload = () => (this.#frame.onload = this.#scrollUp);
    this.shadowRoot.append(this.#frame);
    this.#timer = setTimeout(() => this.#show(false), readyWithinMs);
  }

  #address() {
    const link = this.getAttribute('link') ?? this.defaultLink;
    const url = link && URL.canParse(link, origin) ? new URL(link, origin) : undefined;
    if (url?.origin !== origin) return console.warn(`<${this.localName}> needs a link to ${origin}.`, this);
    if (this.lang) url.searchParams.set('lang', this.lang);
    return url;
  }

  /** After a click in the frame, so that the next page is not seen from its middle. */
  #scrollUp = () => this.getBoundingClientRect().top < 0 && this.scrollIntoView();

  #show(frame) {
    this.#frame.hidden = !frame;
    this.#slot.hidden = frame;
  }

  #readTheme() {
    const style = getComputedStyle(this.#slot);
    const radius = parseFloat(style.getPropertyValue('--landfall-radius'));
    const theme = {
      parent: location.origin,
      colour: toHex(style.columnRuleColor),
      background: toHex(style.backgroundColor),
      radius: radius >= 0 ? String(radius) : '',
      font: style.getPropertyValue('--landfall-font').trim(),
      theme: this.getAttribute('theme') ?? '',
    };
    return String(new URLSearchParams(Object.entries(theme).filter(([, value]) => value)));
  }

  #sendTheme = () => {
    if (this.#ready) this.#frame.contentWindow?.postMessage({ landfall: 'theme', embed: this.#readTheme() }, origin);
  };

  #receive = ({ source, origin: from, data }) => {
    if (from !== origin || source !== this.#frame.contentWindow || !source) return;
    if (data?.landfall === 'height' && data.height > 0 && data.height < 50_000)
      this.#frame.style.height = `${Math.ceil(data.height)}px`;
    if (data?.landfall === 'state') {
      clearTimeout(this.#timer);
      this.#show(true);
      this.#ready = true;
      this.#report(data);
      // What changed while the frame was loading.
      this.#sendTheme();
    }
  };

  /** The same status of the same migration fires nothing, for example after the page in the frame was reloaded. */
  #report({ event, migration, status }) {
    if (event === 'started' || event === 'requested') this.#fire(event, {});
    const report = JSON.stringify([migration, status]);
    if (!status || report === this.#reported) return;
    this.#reported = report;
    this.#fire('status', status);
  }

  #fire(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

/** From `color(srgb 0.1 0.4 0.3)`. Nothing if it is see-through, which is also what a missing colour is. */
function toHex(colour) {
  const [r, g, b, alpha = 1] = colour.startsWith('color(srgb') ? colour.match(/-?[\d.]+(e-?\d+)?/g).map(Number) : [];
  const hex = (part) =>
    Math.round(Math.min(Math.max(part, 0), 1) * 255)
      .toString(16)
      .padStart(2, '0');
  return alpha === 1 && b !== undefined ? `#${hex(r)}${hex(g)}${hex(b)}` : '';
}

// A second copy of this script changes nothing.
if (!customElements.get('landfall-start')) {
  // With a type, the browser resolves names, variables and units.
  const define = (name, syntax, initialValue) => CSS.registerProperty({ name, syntax, initialValue, inherits: true });
  define('--landfall-colour', '<color>', 'transparent');
  define('--landfall-background', '<color>', 'transparent');
  define('--landfall-radius', '<length>', '-1px');

  customElements.define(
    'landfall-start',
    class extends LandfallElement {
      defaultLink = '/start';
    },
  );
  customElements.define('landfall-status', class extends LandfallElement {});
}
