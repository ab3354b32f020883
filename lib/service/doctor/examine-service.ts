import type { Clock } from '../../core/clock';
import type { Dialect } from '../dialect/dialect';
import { readTools } from '../readers/read-tools';
import { createFindingsCollector, type FindingsCollector, type Finding } from './findings-collector';
import { createProbe, type Probe, type ProbeResult } from './create-probe';
import { describeFailure } from './describe-failure';
import { checkNothingCreated, countImportsOfUnknownUser, checkCustomer } from './check-live';
import { sampleResponses, tryCreation } from './check-sandbox';
import { shapeOfTools, type ResponseShape } from './response-shapes';
import { formatDialect, type Section } from './format-dialect';

export interface Examination {
  readonly findings: readonly Finding[];
  readonly shapes: Readonly<Partial<Record<Section, ResponseShape>>>;
  /** Hosts to add to SERVICE_REDIRECT_HOSTS. */
  readonly hostsToAllow: readonly string[];
  /** `needed`: without the file something would be missed or sent wrongly. Null when no answer was seen. */
  readonly dialect: { readonly needed: boolean; readonly text: string } | null;
  /** For the operator. */
  readonly questions: readonly string[];
}

export interface ExamineOptions {
  service: { url: string; sandboxUrl: string; token: string; password: string; redirectHosts: readonly string[] };
  dialect: Dialect;
  /** A destination username with imports at the live service, if one was named. */
  username?: string | undefined;
  /** A username that nobody has, made anew for each examination. */
  unknownUsername: string;
  clock: Clock;
}

/**
 * Finds out how the service speaks and whether our settings fit, and creates nothing: live it is only asked (GET), and
 * creations go to the sandbox alone, which by section 9 validates and creates nothing. Live is then asked whether that
 * was so.
 */
export async function examineService(options: ExamineOptions): Promise<Examination> {
  const { service, clock } = options;
  const live = createProbe({ ...service, clock, paced: true });
  const sandbox = createProbe({ ...service, url: service.sandboxUrl, clock, paced: false });
  const collector = createFindingsCollector(options.dialect);
  try {
    await runChecks(options, live, sandbox, collector);
  } finally {
    await Promise.all([live.close(), sandbox.close()]);
  }
  return summarize(options.dialect, collector);
}

async function runChecks(
  options: ExamineOptions,
  live: Probe,
  sandbox: Probe,
  collector: FindingsCollector,
): Promise<void> {
  const { service, dialect, unknownUsername, username } = options;
  const liveTools = await fetchTools('live', live, dialect, collector);
  const reallyApart = !isSameUrl(service.url, service.sandboxUrl);
  const sandboxTools = reallyApart ? await fetchTools('sandbox', sandbox, dialect, collector) : undefined;
  if (!reallyApart)
    collector.addFinding(
      'sandbox',
      'bad',
      'SERVICE_SANDBOX_URL is the live address; nothing is sent there, since it would be real.',
    );
  const tools = liveTools ?? sandboxTools;
  if (tools !== undefined)
    collector.addSample('tool', shapeOfTools(tools.json, dialect), (using) => readTools(tools.json, using));

  const before = liveTools && (await countImportsOfUnknownUser(live, dialect, collector, unknownUsername));
  if (sandboxTools !== undefined) {
    await sampleResponses(sandbox, dialect, collector, unknownUsername);
    const created = await tryCreation({
      sandbox,
      dialect,
      notes: collector,
      tools: sandboxTools.json,
      username: unknownUsername,
      apiUrls: [service.url, service.sandboxUrl],
      allowed: { hosts: service.redirectHosts, serviceUrl: service.url },
    });
    if (created && before === 0) await checkNothingCreated(live, dialect, collector, unknownUsername);
  }
  if (liveTools !== undefined && username !== undefined) await checkCustomer(live, dialect, collector, username);
}

async function fetchTools(
  area: 'live' | 'sandbox',
  probe: Pick<Probe, 'get'>,
  dialect: Dialect,
  collector: FindingsCollector,
): Promise<Extract<ProbeResult, { ok: true }> | undefined> {
  const response = await probe.get('/tools');
  if (!response.ok) {
    const { message, question } = describeFailure(area, response.error);
    collector.addFinding(area, 'bad', message);
    if (question !== null) collector.questions.push(question);
    return undefined;
  }
  collector.addFinding(area, 'good', `Reached in ${response.tookMs} ms, and the token is accepted.`);
  const { value, unreadable } = readTools(response.json, dialect);
  if (unreadable !== null) return response;
  if (value.length === 0) collector.addFinding(area, 'bad', 'It names no source tools.');
  else
    collector.addFinding(
      area,
      'good',
      `It names ${value.length === 1 ? 'one source tool' : `${value.length} source tools`}.`,
    );
  return response;
}

function summarize(dialect: Dialect, collector: FindingsCollector): Examination {
  const { findings, questions, hostsToAllow, toolValue } = collector;
  const samples = [...collector.samples.values()];
  let guessed = false;
  for (const { section, shape } of samples) {
    for (const message of shape.missing) {
      collector.addFinding('shape', 'bad', `Not found: ${message}`);
      questions.push(`Under which name this stands: ${message}`);
    }
    for (const [fact, { path, by }] of Object.entries(shape.fields)) {
      if (by !== 'value') continue;
      guessed = true;
      collector.addFinding(
        'shape',
        'bad',
        `${section}.${fact} is probably ${path}, judged by its value: look whether it is, and use the dialect file.`,
      );
    }
  }
  const comment = ['Written by `npm run doctor`: where the answers of the service hold what. See docs/dialect.md.'];
  const written = { base: dialect, toolValue, samples, comment };
  return {
    findings,
    shapes: Object.fromEntries(samples.map(({ section, shape }) => [section, shape])),
    hostsToAllow,
    dialect:
      samples.length === 0
        ? null
        : { needed: guessed || toolValue !== dialect.toolValue, text: formatDialect(written) },
    questions,
  };
}

function isSameUrl(a: string, b: string): boolean {
  return new URL(a).href.replace(/\/+$/, '') === new URL(b).href.replace(/\/+$/, '');
}
