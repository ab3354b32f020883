import { request } from 'undici';
import { runOutsideContext } from '../context.mjs';
import { errorCode } from '../error-code.mjs';
import type { Log } from '../log';
import type { TelemetrySettings } from './telemetry-settings';

export type OtlpSender = (body: Uint8Array | undefined) => Promise<boolean>;

/**
 * Posts to a collector and gives up at the deadline. Nothing is tried again: the next batch comes soon. A collector that
 * is unavailable leaves one line in the log, and another one when it is back.
 */
export function createOtlpSender(
  { headers, protocol, timeoutMs }: Pick<TelemetrySettings, 'headers' | 'protocol' | 'timeoutMs'>,
  { url, signal, log }: { url: string; signal: 'traces' | 'metrics'; log: Log },
): OtlpSender {
  const contentType = protocol === 'http/json' ? 'application/json' : 'application/x-protobuf';
  let isFailing = false;

  const post = async (body: Uint8Array): Promise<string | undefined> => {
    try {
      const response = await request(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': contentType, 'user-agent': 'landfall' },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body.dump({ limit: 64 * 1024 });
      return response.statusCode < 300 ? undefined : `status ${response.statusCode}`;
    } catch (error) {
      return errorCode(error) ?? 'no answer';
    }
  };

  // Outside: a timer that one request has started sends the spans of many.
  return (body) =>
    runOutsideContext(async () => {
      if (body === undefined) return false;
      const why = await post(body);
      if (why !== undefined && !isFailing) {
        log.warn({ signal, why }, 'the OpenTelemetry collector does not accept data; what is not sent is dropped');
      }
      if (why === undefined && isFailing) log.info({ signal }, 'the OpenTelemetry collector accepts data again');
      isFailing = why !== undefined;
      return !isFailing;
    });
}
