import type { Language } from '../../contract/languages';

/** Texts that say we write, report or act without being asked. Nothing in the product keeps such a promise. */
export const promises: Record<Language, RegExp> = {
  en: /we[’']ll|we will|notify|let (you|them) know|tell you|keep you|e-?mail you|by itself|automatically|nothing is needed|start a new one/i,
  de: /wir werden|wir melden|melden wir|benachrichtig|informieren|Bescheid|von selbst|automatisch|nichts weiter tun/i,
  fr: /nous vous (informerons|préviendrons|avertirons|tiendrons|écrirons)|vous serez (informé|prévenu|averti)|automatiquement|tout seul/i,
  es: /te (avisaremos|informaremos|notificaremos|escribiremos)|notificaremos|automáticamente|por sí sol[oa]/i,
  'pt-BR': /avisaremos|informaremos|notificaremos|vamos (avisar|informar|notificar)|automaticamente|por si só/i,
  nl: /wij? (laten|houden|informeren|melden|zullen)|we (laten|houden|informeren|melden|zullen)|automatisch|vanzelf/i,
  ja: /お知らせします|ご連絡します|ご連絡いたします|お知らせいたします|通知します|自動的に|自動で/,
  ar: /سنخبرك|سنبلغك|سنعلمك|سنُعلمك|سنرسل إليك|سنراسلك|تلقائي/,
};
