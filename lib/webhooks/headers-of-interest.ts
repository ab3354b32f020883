import { secretName } from '../service/dialect';
import { plainName } from '../service/find-field';
import * as z from 'zod/mini';
import { text } from '../contract/z';

/** What every request carries and says nothing about a message. */
const noise =
  /^(accept|accept-.*|authorization|cookie|connection|content-length|forwarded|host|keep-alive|proxy-.*|sec-.*|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|x-real-ip|x-middleware-.*|x-invoke-.*|x-nextjs-.*)$/;
const mostHeaders = 40;
const longestValue = 1000;

export type KeptHeaders = [name: string, value: string][];

const keptSchema = z.array(z.tuple([text(200), text(longestValue)])).check(z.maxLength(mostHeaders));

/**
 * The headers worth keeping with a delivery: what a signature may stand in, and what says who sent it. Values under
 * names that mean a secret are not kept; a signature is none.
 */
export function headersOfInterest(headers: Iterable<readonly [string, string]>): KeptHeaders {
  const kept: KeptHeaders = [];
  for (const [given, value] of headers) {
    const name = given.toLowerCase();
    if (noise.test(name) || name.length > 200 || kept.length >= mostHeaders) continue;
    const secret = secretName.test(plainName(name).replace('signature', ''));
    kept.push([name, secret ? '[hidden]' : storable(value.slice(0, longestValue))]);
  }
  return kept;
}

export function readKeptHeaders(stored: unknown): KeptHeaders {
  const parsed = keptSchema.safeParse(stored);
  return parsed.success ? parsed.data : [];
}

function storable(value: string): string {
  return value.toWellFormed().replaceAll('\u0000', '\ufffd');
}
