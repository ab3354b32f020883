import type { ReactNode } from 'react';
import type { Language } from '@/lib/contract/start';
import type { KnownStatus } from '@/lib/contract/status';

/** Every language has these messages. Those with a name in them are functions, because word order differs. */
export type Messages = typeof en;

export const en = {
  language: 'en' as Language,
  languageName: 'English',
  start: {
    title: (partner: string) => `Bring your data to ${partner}`,
    forCustomer: (username: ReactNode, instance: string | null) => (
      <>
        For {username}
        {instance === null ? null : <>, into {instance}</>}
      </>
    ),
    steps: (partner: string) => [
      `You sign in to your old tool and to ${partner} on our migration partner’s pages.`,
      `A small sample is copied first, so that you can look at it in ${partner}.`,
      'If you like it, ask for the full migration. The answer appears on your migration page.',
    ],
    toolQuestion: 'Where is your data now?',
    searchLabel: 'Search source tools',
    searchPlaceholder: (count: number) => `Search ${count} tools`,
    search: 'Search',
    showAll: (count: number) => `Show all ${count} tools`,
    noMatch: (query: string) => `No tool is called “${query}”. Try a shorter word.`,
    notListed: 'My tool is not here',
    notListedHelp: (help: ReactNode) => <>Ask us about it: {help}. Many tools can be moved by other ways.</>,
    username: 'Your username or e-mail address',
    usernameHint: 'The one you sign in with here.',
    start: 'Start migration',
    continueAt: (host: ReactNode) => <>You continue at {host}, the pages of our migration partner.</>,
    chooseTool: 'Choose the tool your data is in now.',
    enterUsername: 'Enter the username or e-mail address you sign in with.',
    openNewTab: 'Open in a new tab',
  },
  redirecting: {
    title: 'Your migration is ready to begin',
    text: (host: ReactNode) => <>You are being sent to {host}, where you connect both tools.</>,
    button: 'Continue to the migration',
  },
  migration: {
    title: 'Your migration',
    from: (tool: string) => `From ${tool}`,
    status: {
      'Collecting credentials': {
        now: 'We are waiting for you to connect both tools.',
        next: 'Continue at our migration partner and sign in to your old tool and to your new one.',
      },
      'Waiting to start sample migration': {
        now: 'Both tools are connected. The sample is about to start.',
        next: 'If it does not start by itself, continue at our migration partner and start it there.',
      },
      'Sample migration in progress': {
        now: 'A small sample of your data is being copied.',
        next: 'You can close this page. Come back in a while to see the result.',
      },
      'Sample migration completed': {
        now: 'The sample is there.',
        next: 'Look at it in your new tool.',
      },
      'In preparation': {
        now: 'Your full migration is being prepared.',
        next: 'You can start it at our migration partner.',
      },
      'Migration in progress': {
        now: 'All of your data is being copied.',
        next: 'This can take hours for a large account. You can close this page.',
      },
      'Migration completed': {
        now: 'Your data has arrived.',
        next: 'Open your new tool and start working.',
      },
      'Undo in progress': {
        now: 'The migration is being undone.',
        next: 'What was copied is being removed again. You can close this page.',
      },
      'Migration cleaned': {
        now: 'The migration was undone.',
        next: 'What was copied has been removed. Contact us if you want to start again.',
      },
    } satisfies Record<KnownStatus, { now: string; next: string }>,
    otherStatus: (text: string) => ({
      now: `Our migration partner says: ${text}.`,
      next: 'Contact us if this puzzles you.',
    }),
    gone: {
      now: 'This migration is no longer available.',
      next: 'It was cancelled or put away at our migration partner. Contact us to start again.',
    },
    noStatusYet: {
      now: 'Your migration was created.',
      next: 'Continue at our migration partner to connect both tools.',
    },
    asOf: (time: ReactNode) => <>As of {time}</>,
    continueButton: 'Continue at our migration partner',
    continueWithoutLink: (help: ReactNode) => (
      <>To continue, open the address you got when you started. If you lost it: {help}.</>
    ),
    startAgain: {
      text: 'Your migration was created, but its address got lost on the way to us. Start again and you get a new one; the first is put aside.',
      button: 'Start again',
    },
    openInstance: 'Open your new tool',
    reviewInstance: 'Look at the sample',
    warningsTitle: (count: number) => (count === 1 ? '1 thing to know' : `${count} things to know`),
    moreWarnings: (count: number) => `and ${count} more`,
    warningsText: 'These came up while copying, in the words of our migration partner:',
    request: {
      title: 'Do you like the sample?',
      text: 'Ask us for the full migration. We look at it and answer here.',
      textCustomerPays: 'You can buy the full migration at our migration partner and start it there.',
      message: 'Anything we should know?',
      messageHint: 'Optional. For example, when you would like to switch.',
      button: 'Ask for the full migration',
    },
    requested: {
      title: 'You asked for the full migration',
      text: 'We are looking at it. The answer appears on this page.',
    },
    accepted: {
      title: 'Your full migration is on us',
      text: 'You can now start the full migration at our migration partner.',
    },
    rejected: {
      title: 'We cannot pay for the full migration',
      text: 'You can buy it at our migration partner and start it there.',
    },
    // For after the full migration has started.
    acceptedAndStarted: 'We pay for it. There is nothing left for you to decide.',
    rejectedAndStarted: 'It runs at our migration partner all the same.',
    note: (partner: string) => `A word from ${partner}`,
    step: (at: number, of: number) => `Step ${at} of ${of} on the usual way`,
  },
  full: {
    title: 'Ask for the full migration',
    text: (partner: string) => `You have seen the sample. ${partner} decides whether to pay for the full migration.`,
    steps: ['You ask here.', 'We look at it and answer on your migration page.', 'You start the full migration there.'],
    tool: 'The tool you come from',
    sentTitle: 'Thank you, we have your request',
    sentText: 'The answer appears on your migration page. If you have lost its address, contact us.',
  },
  broken: {
    title: 'This link does not work',
    text: 'It may have been cut off on the way. Try to copy it whole, or contact us for a new one.',
  },
  expired: {
    title: 'This link has expired',
    text: 'Links work for a limited time. Contact us and we will send you a new one.',
  },
  used: {
    title: 'This link was used already',
    text: 'A migration was started with it. Contact us if that was not you, or to start another.',
  },
  off: { title: 'This page is not in use', text: 'Migrations are started with our support here. Contact us.' },
  // Field errors from the service, shown beside the field.
  invalidInput: {
    title: 'Please check what you entered.',
    text: 'Our migration partner did not accept what was entered. Nothing was created.',
  },
  unknownOutcome: {
    title: 'We are not sure whether your migration was created',
    text: 'Our migration partner did not answer. We keep looking; come back in a few minutes, or start again.',
    again: 'Start again',
  },
  unexpectedError: {
    title: 'Something went wrong on our side',
    text: 'Go back and try once more: whatever arrived already is not made twice. If it happens again, contact us.',
    request: (id: string) => `If you contact us, quote ${id}.`,
  },
  serviceUnavailable: {
    title: 'That did not work',
    text: 'Our migration partner cannot be reached right now. Nothing was lost; try again in a minute.',
    busy: 'Many people are starting right now. Please try again in a few minutes.',
    tryAgain: 'Try again',
  },
  help: 'Help',
  privacy: 'Privacy',
  contactSupport: 'contact our support',
  chooseLanguage: 'Language',
};
