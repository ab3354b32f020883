import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';

interface ReceivedPost {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  json(): unknown;
  /** Whether the `standardwebhooks` package accepts it. The timestamp must be at most five minutes away from now. */
  isSignedWith(secret: string): boolean;
  /** Throws unless it is what Slack's incoming webhooks accept. */
  slack(): z.infer<typeof slackMessageSchema>;
}

/** `hang` never answers, `drop` closes the connection, `endless` sends a body without end. */
type Reply =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'hang'
  | 'drop'
  | 'endless'
  | undefined;

export interface Receiver {
  readonly url: string;
  /** In the order of arrival. */
  readonly received: readonly ReceivedPost[];
  /** Without it, the answer is 200 `ok`. */
  setReply(reply: (post: ReceivedPost) => Reply | Promise<Reply>): void;
  close(): Promise<void>;
}

const plainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(max), emoji: z.boolean().optional() });
const markdown = z.strictObject({
  type: z.literal('mrkdwn'),
  text: z.string().min(1).max(3000),
  verbatim: z.boolean().optional(),
});
const anyText = z.union([plainText(3000), markdown]);
const button = z.strictObject({
  type: z.literal('button'),
  text: plainText(75),
  url: z.url().max(3000).optional(),
  action_id: z.string().max(255).optional(),
});
const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), text: plainText(150) }),
  z.strictObject({ type: z.literal('divider') }),
  z.strictObject({ type: z.literal('section'), text: anyText, accessory: button.optional() }),
  z.strictObject({ type: z.literal('context'), elements: z.array(anyText).min(1).max(10) }),
  z.strictObject({ type: z.literal('actions'), elements: z.array(button).min(1).max(25) }),
]);

/** As documented at docs.slack.dev/messaging/sending-messages-using-incoming-webhooks and in Block Kit's reference. */
const slackMessageSchema = z.strictObject({
  text: z.string().min(1).max(40_000),
  blocks: z.array(block).max(50).optional(),
});

/** An HTTP server on this machine that stores each POST and answers. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedPost[] = [];
  let decide: (post: ReceivedPost) => Reply | Promise<Reply> = () => undefined;
  const server = createServer((request, response) => {
    const handle = async () => {
      const post = toPost(request.url ?? '', request.headers, await text(request));
      received.push(post);
      const reply = await decide(post);
      if (reply === 'hang') return;
      if (reply === 'drop') request.socket.destroy();
      else if (reply === 'endless') sendEndlessly(response.writeHead(200));
      else response.writeHead(reply?.status ?? 200, reply?.headers).end(reply?.body ?? (reply ? '' : 'ok'));
    };
    // The sender closed the connection.
    handle().catch(() => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    setReply: (reply) => {
      decide = reply;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function toPost(path: string, headers: IncomingHttpHeaders, body: string): ReceivedPost {
  const header = (name: string) => String(headers[name] ?? '');
  return {
    path,
    headers,
    body,
    json: () => JSON.parse(body),
    isSignedWith: (secret) => {
      const signed = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
      try {
        new Webhook(secret).verify(body, Object.fromEntries(signed.map((name) => [name, header(name)])));
        return true;
      } catch {
        return false;
      }
    },
    slack: () => slackMessageSchema.parse(JSON.parse(body)),
  };
}

function sendEndlessly(response: ServerResponse): void {
  const chunk = 'x'.repeat(65_536);
  const send = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', send);
  send();
}
