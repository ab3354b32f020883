import type { Clock } from '../../core/clock';
import type { Dialect } from '../dialect';
import { readTools } from '../read-tools';
import { createCaseNotes, type CaseNotes, type Finding } from './case-notes';
import { createProbe, type Probe, type Told } from './create-probe';
import { describeTrouble } from './describe-trouble';
import { checkNothingCreated, countOfStranger, lookAtCustomer } from './look-at-live';
import { lookAtAnswers, tryCreation } from './look-at-sandbox';
import { shapeOfTools, type Shape } from './trace-shapes';
import { writeDialect, type Section } from './write-dialect';

export interface Examination {
  readonly findings: readonly Finding[];
  readonly shapes: Readonly<Partial<Record<Section, Shape>>>;
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
  strangersName: string;
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
  const notes = createCaseNotes(options.dialect);
  try {
    await look(options, live, sandbox, notes);
  } finally {
    await Promise.all([live.close(), sandbox.close()]);
  }
  return conclude(options.dialect, notes);
}

async function look(options: ExamineOptions, live: Probe, sandbox: Probe, notes: CaseNotes): Promise<void> {
  const { service, dialect, strangersName, username } = options;
  const liveTools = await askForTools('live', live, dialect, notes);
  const reallyApart = !sameAddress(service.url, service.sandboxUrl);
  const sandboxTools = reallyApart ? await askForTools('sandbox', sandbox, dialect, notes) : undefined;
  if (!reallyApart)
    notes.say(
      'sandbox',
      'bad',
      'SERVICE_SANDBOX_URL is the live address; nothing is sent there, since it would be real.',
    );
  const tools = liveTools ?? sandboxTools;
  if (tools !== undefined)
    notes.see('tool', shapeOfTools(tools.json, dialect), (using) => readTools(tools.json, using));

  const before = liveTools && (await countOfStranger(live, dialect, notes, strangersName));
  if (sandboxTools !== undefined) {
    await lookAtAnswers(sandbox, dialect, notes, strangersName);
    const created = await tryCreation({
      sandbox,
      dialect,
      notes,
      tools: sandboxTools.json,
      username: strangersName,
      apiUrls: [service.url, service.sandboxUrl],
      allowed: { hosts: service.redirectHosts, serviceUrl: service.url },
    });
    if (created && before === 0) await checkNothingCreated(live, dialect, notes, strangersName);
  }
  if (liveTools !== undefined && username !== undefined) await lookAtCustomer(live, dialect, notes, username);
}

async function askForTools(
  part: 'live' | 'sandbox',
  probe: Pick<Probe, 'get'>,
  dialect: Dialect,
  notes: CaseNotes,
): Promise<Extract<Told, { ok: true }> | undefined> {
  const told = await probe.get('/tools');
  if (!told.ok) {
    const { says, question } = describeTrouble(part, told.error);
    notes.say(part, 'bad', says);
    if (question !== null) notes.questions.push(question);
    return undefined;
  }
  notes.say(part, 'good', `Reached in ${told.tookMs} ms, and the token is accepted.`);
  const { value, unreadable } = readTools(told.json, dialect);
  if (unreadable !== null) return told;
  if (value.length === 0) notes.say(part, 'bad', 'It names no source tools.');
  else notes.say(part, 'good', `It names ${value.length === 1 ? 'one source tool' : `${value.length} source tools`}.`);
  return told;
}

function conclude(dialect: Dialect, notes: CaseNotes): Examination {
  const { findings, questions, hostsToAllow, toolValue } = notes;
  const seen = [...notes.seen.values()];
  let guessed = false;
  for (const { section, shape } of seen) {
    for (const words of shape.missing) {
      notes.say('shape', 'bad', `Not found: ${words}`);
      questions.push(`Under which name this stands: ${words}`);
    }
    for (const [fact, { path, by }] of Object.entries(shape.names)) {
      if (by !== 'value') continue;
      guessed = true;
      notes.say(
        'shape',
        'bad',
        `${section}.${fact} is probably ${path}, judged by its value: look whether it is, and use the dialect file.`,
      );
    }
  }
  const comment = ['Written by `npm run doctor`: where the answers of the service hold what. See docs/dialect.md.'];
  const written = { base: dialect, toolValue, seen, comment };
  return {
    findings,
    shapes: Object.fromEntries(seen.map(({ section, shape }) => [section, shape])),
    hostsToAllow,
    dialect:
      seen.length === 0 ? null : { needed: guessed || toolValue !== dialect.toolValue, text: writeDialect(written) },
    questions,
  };
}

function sameAddress(a: string, b: string): boolean {
  return new URL(a).href.replace(/\/+$/, '') === new URL(b).href.replace(/\/+$/, '');
}
