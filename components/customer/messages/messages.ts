import type { ReactNode } from 'react';
import type { Language } from '@/lib/contract/start';
import type { KnownStatus } from '@/lib/contract/status';

/**
 * All texts of the customer pages, one file per language. Texts with a name in them are functions because word order
 * differs between languages.
 */
export interface Messages {
  language: Language;
  languageName: string;
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
    /** The same texts for after the full migration has started. */
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
  /** Field errors from the service, shown beside the field. */
  invalidInput: { title: string; text: string };
  unknownOutcome: { title: string; text: string; again: string };
  unexpectedError: { title: string; text: string; request: (id: string) => string };
  serviceUnavailable: { title: string; text: string; busy: string; tryAgain: string };
  help: string;
  privacy: string;
  contactSupport: string;
  chooseLanguage: string;
}
