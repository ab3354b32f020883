import type { Messages } from './en';

export const de: Messages = {
  language: 'de',
  languageName: 'Deutsch',
  start: {
    title: (partner) => `Ihre Daten zu ${partner} mitnehmen`,
    forCustomer: (username, instance) => (
      <>
        Für {username}
        {instance === null ? null : <>, nach {instance}</>}
      </>
    ),
    steps: (partner) => [
      `Sie melden sich auf den Seiten unseres Umzugspartners bei Ihrem alten Werkzeug und bei ${partner} an.`,
      `Zuerst wird eine kleine Probe kopiert, damit Sie sie in ${partner} ansehen können.`,
      'Gefällt sie Ihnen, bitten Sie um den vollen Umzug. Die Antwort erscheint auf Ihrer Umzugsseite.',
    ],
    toolQuestion: 'Wo sind Ihre Daten jetzt?',
    searchLabel: 'Werkzeuge durchsuchen',
    searchPlaceholder: (count) => `${count} Werkzeuge durchsuchen`,
    search: 'Suchen',
    showAll: (count) => `Alle ${count} Werkzeuge zeigen`,
    noMatch: (query) => `Kein Werkzeug heißt „${query}“. Versuchen Sie ein kürzeres Wort.`,
    notListed: 'Mein Werkzeug fehlt',
    notListedHelp: (help) => <>Fragen Sie uns danach: {help}. Für viele Werkzeuge gibt es andere Wege.</>,
    username: 'Ihr Benutzername oder Ihre E-Mail-Adresse',
    usernameHint: 'Womit Sie sich hier anmelden.',
    start: 'Umzug beginnen',
    continueAt: (host) => <>Weiter geht es bei {host}, auf den Seiten unseres Umzugspartners.</>,
    chooseTool: 'Wählen Sie das Werkzeug, in dem Ihre Daten jetzt sind.',
    enterUsername: 'Geben Sie den Benutzernamen oder die E-Mail-Adresse an, womit Sie sich anmelden.',
    openNewTab: 'In neuem Tab öffnen',
  },
  redirecting: {
    title: 'Ihr Umzug kann beginnen',
    text: (host) => <>Sie werden zu {host} weitergeleitet und verbinden dort beide Werkzeuge.</>,
    button: 'Weiter zum Umzug',
  },
  migration: {
    title: 'Ihr Umzug',
    from: (tool) => `Von ${tool}`,
    status: {
      'Collecting credentials': {
        now: 'Wir warten darauf, dass Sie beide Werkzeuge verbinden.',
        next: 'Machen Sie bei unserem Umzugspartner weiter und melden Sie sich beim alten und beim neuen Werkzeug an.',
      },
      'Waiting to start sample migration': {
        now: 'Beide Werkzeuge sind verbunden. Die Probe beginnt gleich.',
        next: 'Beginnt sie nicht von selbst, starten Sie sie bei unserem Umzugspartner.',
      },
      'Sample migration in progress': {
        now: 'Eine kleine Probe Ihrer Daten wird kopiert.',
        next: 'Sie können diese Seite schließen und später wiederkommen.',
      },
      'Sample migration completed': {
        now: 'Die Probe ist da.',
        next: 'Sehen Sie sie in Ihrem neuen Werkzeug an.',
      },
      'In preparation': {
        now: 'Ihr voller Umzug wird vorbereitet.',
        next: 'Sie können ihn bei unserem Umzugspartner starten.',
      },
      'Migration in progress': {
        now: 'Alle Ihre Daten werden kopiert.',
        next: 'Bei großen Konten kann das Stunden dauern. Sie können diese Seite schließen.',
      },
      'Migration completed': {
        now: 'Ihre Daten sind angekommen.',
        next: 'Öffnen Sie Ihr neues Werkzeug und legen Sie los.',
      },
      'Undo in progress': {
        now: 'Der Umzug wird rückgängig gemacht.',
        next: 'Das Kopierte wird wieder entfernt. Sie können diese Seite schließen.',
      },
      'Migration cleaned': {
        now: 'Der Umzug wurde rückgängig gemacht.',
        next: 'Das Kopierte ist entfernt. Melden Sie sich bei uns, wenn Sie neu beginnen möchten.',
      },
    },
    otherStatus: (text) => ({
      now: `Unser Umzugspartner sagt: ${text}.`,
      next: 'Fragen Sie uns, wenn Ihnen das nichts sagt.',
    }),
    gone: {
      now: 'Diesen Umzug gibt es nicht mehr.',
      next: 'Er wurde bei unserem Umzugspartner abgebrochen oder abgelegt. Melden Sie sich bei uns, um neu zu beginnen.',
    },
    noStatusYet: {
      now: 'Ihr Umzug ist angelegt.',
      next: 'Machen Sie bei unserem Umzugspartner weiter und verbinden Sie beide Werkzeuge.',
    },
    asOf: (time) => <>Stand {time}</>,
    continueButton: 'Weiter bei unserem Umzugspartner',
    continueWithoutLink: (help) => (
      <>Öffnen Sie zum Weitermachen die Adresse vom Anfang. Haben Sie sie nicht mehr: {help}.</>
    ),
    startAgain: {
      text: 'Ihr Umzug wurde angelegt, aber seine Adresse ging auf dem Weg zu uns verloren. Beginnen Sie neu, dann bekommen Sie eine neue; der erste wird beiseitegelegt.',
      button: 'Neu beginnen',
    },
    openInstance: 'Neues Werkzeug öffnen',
    reviewInstance: 'Probe ansehen',
    warningsTitle: (count) => (count === 1 ? '1 Hinweis' : `${count} Hinweise`),
    moreWarnings: (count) => `und ${count} weitere`,
    warningsText: 'Das fiel beim Kopieren auf, in den Worten unseres Umzugspartners:',
    request: {
      title: 'Gefällt Ihnen die Probe?',
      text: 'Bitten Sie uns um den vollen Umzug. Wir sehen ihn uns an und antworten hier.',
      textCustomerPays: 'Sie können den vollen Umzug bei unserem Umzugspartner kaufen und dort starten.',
      message: 'Was sollten wir wissen?',
      messageHint: 'Freiwillig. Zum Beispiel, wann Sie wechseln möchten.',
      button: 'Um den vollen Umzug bitten',
    },
    requested: {
      title: 'Sie haben um den vollen Umzug gebeten',
      text: 'Wir sehen ihn uns an. Die Antwort erscheint auf dieser Seite.',
    },
    accepted: {
      title: 'Ihr voller Umzug geht auf uns',
      text: 'Sie können ihn jetzt bei unserem Umzugspartner starten.',
    },
    rejected: {
      title: 'Wir können den vollen Umzug nicht bezahlen',
      text: 'Sie können ihn bei unserem Umzugspartner kaufen und dort starten.',
    },
    acceptedAndStarted: 'Wir bezahlen ihn. Sie müssen nichts mehr entscheiden.',
    rejectedAndStarted: 'Er läuft trotzdem bei unserem Umzugspartner.',
    note: (partner) => `Ein Wort von ${partner}`,
    step: (at, of) => `Schritt ${at} von ${of} auf dem üblichen Weg`,
  },
  full: {
    title: 'Um den vollen Umzug bitten',
    text: (partner) => `Sie haben die Probe gesehen. ${partner} entscheidet, ob der volle Umzug bezahlt wird.`,
    steps: [
      'Sie bitten hier darum.',
      'Wir sehen ihn uns an und antworten auf Ihrer Umzugsseite.',
      'Sie starten dort den vollen Umzug.',
    ],
    tool: 'Das Werkzeug, von dem Sie kommen',
    sentTitle: 'Danke, Ihre Bitte ist angekommen',
    sentText:
      'Die Antwort erscheint auf Ihrer Umzugsseite. Haben Sie deren Adresse nicht mehr, melden Sie sich bei uns.',
  },
  broken: {
    title: 'Dieser Link geht nicht',
    text: 'Vielleicht wurde er unterwegs abgeschnitten. Kopieren Sie ihn ganz, oder bitten Sie uns um einen neuen.',
  },
  expired: {
    title: 'Dieser Link ist abgelaufen',
    text: 'Links gelten nur eine Zeit lang. Melden Sie sich, wir schicken einen neuen.',
  },
  used: {
    title: 'Dieser Link wurde schon benutzt',
    text: 'Damit wurde ein Umzug begonnen. Melden Sie sich, wenn das nicht Sie waren oder Sie noch einen brauchen.',
  },
  off: {
    title: 'Diese Seite ist nicht in Gebrauch',
    text: 'Umzüge beginnen hier mit unserem Support. Melden Sie sich bei uns.',
  },
  invalidInput: {
    title: 'Bitte prüfen Sie Ihre Angaben.',
    text: 'Unser Umzugspartner hat sie nicht angenommen. Es wurde nichts angelegt.',
  },
  unknownOutcome: {
    title: 'Wir wissen nicht, ob Ihr Umzug angelegt wurde',
    text: 'Unser Umzugspartner hat nicht geantwortet. Wir sehen weiter nach; kommen Sie in ein paar Minuten wieder, oder beginnen Sie neu.',
    again: 'Neu beginnen',
  },
  unexpectedError: {
    title: 'Bei uns ist etwas schiefgegangen',
    text: 'Gehen Sie zurück und versuchen Sie es noch einmal: Was schon angekommen ist, entsteht nicht doppelt. Passiert es wieder, melden Sie sich.',
    request: (id) => `Nennen Sie dabei ${id}.`,
  },
  serviceUnavailable: {
    title: 'Das hat nicht geklappt',
    text: 'Unser Umzugspartner ist gerade nicht erreichbar. Nichts ging verloren; versuchen Sie es gleich noch einmal.',
    busy: 'Gerade beginnen viele. Bitte versuchen Sie es in ein paar Minuten noch einmal.',
    tryAgain: 'Noch einmal versuchen',
  },
  help: 'Hilfe',
  privacy: 'Datenschutz',
  contactSupport: 'melden Sie sich bei unserem Support',
  chooseLanguage: 'Sprache',
};
