import type { ReactNode } from 'react';
import type { Language } from '@/lib/contract/start';
import type { KnownStatus } from '@/lib/contract/status';

/**
 * Everything the customer pages say. A language is one file that fills this in; sentences with a name or a place in
 * them are functions, since languages put those elsewhere.
 */
export interface Messages {
  language: Language;
  languageName: string;
  /** `{ strong }` renders a name so that it stands out. */
  start: {
    title(partner: string): string;
    forCustomer(username: ReactNode, instance: string | null): ReactNode;
    steps(partner: string): [string, string, string];
    toolQuestion: string;
    searchLabel: string;
    searchPlaceholder(count: number): string;
    search: string;
    showAll(count: number): string;
    noMatch(query: string): string;
    notListed: string;
    notListedHelp(help: ReactNode): ReactNode;
    username: string;
    usernameHint: string;
    start: string;
    continueAt(host: ReactNode): ReactNode;
    chooseTool: string;
    enterUsername: string;
    openNewTab: string;
  };
  redirecting: { title: string; text(host: ReactNode): ReactNode; button: string };
  migration: {
    title: string;
    from(tool: string): string;
    status: Record<KnownStatus, { now: string; next: string }>;
    otherStatus(text: string): { now: string; next: string };
    gone: { now: string; next: string };
    noStatusYet: { now: string; next: string };
    asOf(time: ReactNode): ReactNode;
    continueButton: string;
    continueWithoutLink(help: ReactNode): ReactNode;
    startAgain: { text: string; button: string };
    openInstance: string;
    reviewInstance: string;
    warningsTitle(count: number): string;
    warningsText: string;
    moreWarnings(count: number): string;
    request: {
      title: string;
      text: string;
      textCustomerPays: string;
      message: string;
      messageHint: string;
      button: string;
    };
    requested: { title: string; text: string };
    accepted: { title: string; text: string };
    rejected: { title: string; text: string };
    /** The same answers once the full migration has begun: what was to be done is done. */
    acceptedAndStarted: string;
    rejectedAndStarted: string;
    note(partner: string): string;
    step(at: number, of: number): string;
  };
  full: {
    title: string;
    text(partner: string): string;
    steps: [string, string, string];
    username: string;
    tool: string;
    message: string;
    button: string;
    sentTitle: string;
    sentText: string;
    customerPaysText: string;
  };
  broken: { title: string; text: string };
  expired: { title: string; text: string };
  used: { title: string; text: string };
  off: { title: string; text: string };
  /** The service found fault with what was entered; its words stand beside the field. */
  invalidInput: { title: string; text: string };
  unknownOutcome: { title: string; text: string; again: string };
  /** A form failed in a way that nobody foresaw. */
  unexpectedError: { title: string; text: string; request: (id: string) => string };
  serviceUnavailable: { title: string; text: string; busy: string; tryAgain: string };
  help: string;
  privacy: string;
  contactSupport: string;
  chooseLanguage: string;
}
