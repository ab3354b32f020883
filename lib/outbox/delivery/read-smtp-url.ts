import { readUrlLogin } from '../../core/read-url-login';
import { isLoopbackHost } from '../../core/is-loopback-host.mjs';

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the start. */
  secure: boolean;
  /** Otherwise TLS has to follow by STARTTLS, unless nothing leaves this machine. */
  requireTLS: boolean;
  /** Not for a relay on this machine, which often has a self-signed certificate. */
  checksCertificate: boolean;
  auth: { user: string; pass: string } | undefined;
}

/** The settings have checked that it is such a URL. */
export function readSmtpUrl(smtpUrl: string): SmtpServer {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocal = isLoopbackHost(host);
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !isLocal,
    checksCertificate: secure || !isLocal,
    auth: url.username === '' ? undefined : readUrlLogin(url),
  };
}
