import type { Clock } from '../../core/clock';
import type { ServiceError } from '../../core/errors';
import type { Dialect } from '../dialect/dialect';
import { readListedImports } from '../readers/read-listed-imports';
import { readTools } from '../readers/read-tools';
import { createFindingsCollector, type FindingsCollector, type Finding } from './findings-collector';
import { createProbe, type Probe, type ProbeResult } from './create-probe';
import { sampleResponses, tryCreation } from './check-sandbox';
import { shapeOfTools, type ResponseShape } from './response-shapes';
import { formatDialect, type Section } from './format-dialect';

export interface Examination {
  readonly findings: readonly Finding[];
  readonly shapes: Readonly<Partial<Record<Section, ResponseShape>>>;
  readonly hostsToAllow: readonly string[];
  /** `needed`: without the file, fields would be missed or sent wrongly. Null when there was no response to learn from. */
  readonly dialect: { readonly needed: boolean; readonly text: string } | null;
  readonly questions: readonly string[];
}

export interface ExamineOptions {
  service: { url: string; sandboxUrl: string; token: string; password: string; redirectHosts: readonly string[] };
  dialect: Dialect;
  username?: string | undefined;
  /** A random username without imports. */
  unknownUsername: string;
  clock: Clock;
  /** Waits for the request budget before each live request. Without it the requests are sent slowly. */
  waitForSlot?: (signal: AbortSignal) => Promise<void>;
}

/** Sends only GETs to the live address; creations go to the sandbox, and it checks that they created nothing. */
export async function examineService(options: ExamineOptions): Promise<Examination> {
  const { service, clock, waitForSlot } = options;
  const live = createProbe({ ...service, clock, paced: true, waitForSlot });
  const sandbox = createProbe({ ...service, url: service.sandboxUrl, clock, paced: false });
  const collector = createFindingsCollector(options.dialect);
  try {
    await runChecks(options, live, sandbox, collector);
  } finally {
    await Promise.all([live.close(), sandbox.close()]);
  }
  return summarize(collector);
}

async function runChecks(
  options: ExamineOptions,
  live: Probe,
  sandbox: Probe,
  collector: FindingsCollector,
): Promise<void> {
  const { service, dialect, unknownUsername, username } = options;
  const liveTools = await fetchTools('live', live, collector);
  const hasSandbox = !isSameUrl(service.url, service.sandboxUrl);
  const sandboxTools = hasSandbox ? await fetchTools('sandbox', sandbox, collector) : undefined;
  if (!hasSandbox)
    collector.bad(
      'sandbox',
      'SERVICE_SANDBOX_URL is the live address. Nothing is sent there, because it would be created for real.',
    );
  const tools = liveTools ?? sandboxTools;
  if (tools !== undefined)
    collector.addSample('tool', shapeOfTools(tools.json, dialect), (using) => readTools(tools.json, using));

  const before = liveTools && (await countImportsOfUnknownUser(live, collector, unknownUsername));
  if (sandboxTools !== undefined) {
    await sampleResponses(sandbox, collector, unknownUsername);
    const created = await tryCreation({
      sandbox,
      collector,
      tools: sandboxTools.json,
      username: unknownUsername,
      apiUrls: [service.url, service.sandboxUrl],
      allowed: { hosts: service.redirectHosts, serviceUrl: service.url },
    });
    if (created && before === 0) await checkNothingCreated(live, collector, unknownUsername);
  }
  if (liveTools !== undefined && username !== undefined) await checkCustomer(live, collector, username);
}

async function fetchTools(
  area: 'live' | 'sandbox',
  probe: Pick<Probe, 'get'>,
  collector: FindingsCollector,
): Promise<Extract<ProbeResult, { ok: true }> | undefined> {
  const response = await probe.get('/tools');
  if (!response.ok) {
    const { message, question } = describeFailure(area, response.error);
    collector.bad(area, message);
    if (question !== undefined) collector.questions.push(question);
    return undefined;
  }
  collector.good(area, `Answered in ${response.tookMs} ms and accepted the token.`);
  const { value, unreadable } = readTools(response.json, collector.dialect);
  if (unreadable !== null) return response;
  if (value.length === 0) collector.bad(area, 'Lists no source tools.');
  else collector.good(area, `Lists ${value.length === 1 ? 'one source tool' : `${value.length} source tools`}.`);
  return response;
}

/** The doctor never sends a POST to the live address. */
type LiveProbe = Pick<Probe, 'get'>;

const listImportsOf = (live: LiveProbe, username: string) =>
  live.get(`/imports?destination_username=${encodeURIComponent(username)}`);

async function countImportsOfUnknownUser(
  live: LiveProbe,
  collector: FindingsCollector,
  unknownUsername: string,
): Promise<number | undefined> {
  const response = await listImportsOf(live, unknownUsername);
  if (!response.ok) {
    const message = `Looking up an unknown username failed. ${response.error.userMessage}`;
    return collector.bad('live', message);
  }
  const { value, unreadable } = readListedImports(response.json, collector.dialect);
  if (unreadable !== null) return collector.bad('live', `Looking up a username does not return a list. ${unreadable}`);
  if (value.length === 0) collector.good('live', 'Looking up a username works.');
  else
    collector.bad(
      'live',
      `Looking up an unknown username returns ${value.length} imports, so the service ignores the username.`,
    );
  return value.length;
}

async function checkNothingCreated(
  live: LiveProbe,
  collector: FindingsCollector,
  unknownUsername: string,
): Promise<void> {
  const response = await listImportsOf(live, unknownUsername);
  const created = response.ok
    ? readListedImports(response.json, collector.dialect)
        .value.map(({ id }) => id)
        .join(', ')
    : '';
  if (created === '') return;
  const message = `The sandbox created a real import (${created}). It must create nothing. Inform the operator.`;
  collector.bad('sandbox', message);
  collector.questions.push(`Please cancel import ${created}: a request to your sandbox created it.`);
}

async function checkCustomer(live: LiveProbe, collector: FindingsCollector, username: string): Promise<void> {
  const list = await listImportsOf(live, username);
  if (!list.ok) return collector.bad('live', `Looking up this username failed. ${list.error.userMessage}`);
  const { value } = readListedImports(list.json, collector.dialect);
  const [first] = value;
  if (first === undefined) return collector.note('live', 'This username has no imports. Check its exact spelling.');
  collector.good('live', `This username has ${value.length === 1 ? 'one import' : `${value.length} imports`}.`);
  collector.addListedSample(list.json);
  const detail = await live.get(`/imports/${encodeURIComponent(first.id)}`);
  if (detail.ok) collector.addDetailedSample(detail.json, first.id);
  else collector.bad('live', `One of them cannot be read. ${detail.error.userMessage}`);
}

function summarize(collector: FindingsCollector): Examination {
  const { dialect, findings, questions, hostsToAllow, toolValue } = collector;
  const samples = [...collector.samples.values()];
  let guessed = false;
  for (const { section, shape } of samples) {
    for (const message of shape.missing) {
      collector.bad('shape', `Not found: ${message}`);
      questions.push(`Which field contains this: ${message}`);
    }
    for (const [fact, { path, by }] of Object.entries(shape.fields)) {
      if (by !== 'value') continue;
      guessed = true;
      collector.bad(
        'shape',
        `${section}.${fact} is probably ${path}, judging by its value. Check it, then use the proposed field names.`,
      );
    }
  }
  const comment = ['Found by a check of the service: where its answers have which field. See docs/dialect.md.'];
  return {
    findings,
    shapes: Object.fromEntries(samples.map(({ section, shape }) => [section, shape])),
    hostsToAllow,
    dialect:
      samples.length === 0
        ? null
        : {
            needed: guessed || toolValue !== dialect.toolValue,
            text: formatDialect({ base: dialect, toolValue, samples, comment }),
          },
    questions,
  };
}

function isSameUrl(a: string, b: string): boolean {
  return new URL(a).href.replace(/\/+$/, '') === new URL(b).href.replace(/\/+$/, '');
}

function describeFailure(area: 'live' | 'sandbox', error: ServiceError): { message: string; question?: string } {
  const setting = area === 'live' ? 'SERVICE_URL' : 'SERVICE_SANDBOX_URL';
  switch (error.code) {
    case 'service_unauthorized':
      return {
        message: `The service refuses the token (status ${error.upstreamStatus}).`,
        question: `Is our API token valid for ${area === 'live' ? 'version 2.1' : 'the sandbox too'}, and which password belongs to it?`,
      };
    case 'service_not_found':
      return {
        message: `A server answers, but not with source tools (status ${error.upstreamStatus}). ${setting} must be the base address ${area === 'live' ? 'of version 2.1, such as https://service.example/api/v2.1' : 'of the sandbox, such as https://service.example/api/sandbox'}.`,
        question: `What is the base address of ${area === 'live' ? 'version 2.1' : 'the sandbox'}?`,
      };
    case 'service_unreadable':
      return { message: `A server answers, but not like the service. ${error.userMessage} Is ${setting} right?` };
    case 'service_unreachable':
    case 'service_timed_out':
      return { message: `${error.userMessage} Is ${setting} right, and can this machine reach it?` };
    default:
      return { message: error.userMessage };
  }
}
