import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readStdin, runMain, UsageError } from './run-main';
import { withCommands } from './with-commands';

const help = `E-mails that Landfall has sent.

  npm run mail -- bounce < message.eml     records a returned message (a delivery status notification)

Configure your mail server to pass messages that arrive at the MAIL_FROM address to this command. Messages that do
not report a failed delivery are ignored.
`;

/** The report and the headers of our message are at the beginning. */
const maxLength = 200_000;

const resultSchema = z.object({
  outcome: z.string(),
  recipient: z.string().optional(),
  /** No more e-mails are sent to the address. */
  ended: z.boolean().optional(),
});

const explanations: Readonly<Record<string, string>> = {
  not_a_report: 'Ignored: it is not a delivery report about a message of this installation.',
  temporary: 'Ignored: the delivery is only delayed.',
  unknown_message: 'Ignored: the reported message is unknown or was not sent.',
};

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [command = ''] = positionals;
  if (command !== 'bounce')
    throw new UsageError(command === '' ? 'A command is missing.' : `Unknown command "${command}".`);
  const message = (await readStdin()).slice(0, maxLength);
  return withCommands(async (call) => {
    const { outcome, recipient, ended } = resultSchema.parse(await call('mail.bounce', { message }));
    const recorded = ended
      ? `Recorded: no more e-mails are sent to ${recipient} until staff enter the address again.`
      : `Recorded: the e-mail to ${recipient} was returned.`;
    process.stdout.write(`${explanations[outcome] ?? recorded}\n`);
    // Also for messages that are ignored: otherwise the mail server would return them.
    return 0;
  });
}

await runMain(main, help);
