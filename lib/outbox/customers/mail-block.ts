/** The content of an e-mail, rendered as HTML and as plain text. Strings are not escaped yet. */
export type MailBlock =
  | { kind: 'paragraph'; lines: readonly string[] }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'quote'; title: string; lines: readonly string[] }
  | { kind: 'facts'; facts: readonly { label: string; value: string }[] }
  | { kind: 'list'; title: string; items: readonly { title: string; lines: readonly string[] }[] };

export interface MailFooter {
  /** Why the person gets this e-mail. */
  reason: string;
  links: readonly { label: string; url: string }[];
}
