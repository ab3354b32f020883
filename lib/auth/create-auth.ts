import type { NextAuthOptions } from 'next-auth';
import type { Audit } from '../audit/create-audit';
import type { Caller } from '../contract/caller';
import type { Role } from '../contract/roles';
import type { AddStaffBody, StaffList, StaffWithPassword } from '../contract/staff';
import type { Clock } from '../core/clock';
import { LandfallError } from '../core/errors';
import type { Log } from '../core/log';
import type { Database } from '../store/database/database';
import { countActiveStaff, findStaffByEmail, hasLocalAccounts } from '../store/staff/staff';
import { addStaff } from './add-staff';
import { type OidcClient, createAuthOptions } from './create-auth-options';
import { createDeniedCallLog, deniedCallWindowMs } from './create-denied-call-log';
import { createSessions, sessionLimits } from './create-sessions';
import { createThrottle } from './create-throttle';
import type { Identity, SessionAuth } from './identity';
import type { OidcRules } from './evaluate-claims';
import { createSessionCookie, readCsrfToken } from './session-cookie';
import { signInWithPassword } from './sign-in-with-password';
import { signInWithOidc } from './sign-in-with-oidc';
import {
  changeRole,
  disableStaff,
  enableStaff,
  listStaff,
  resetPassword,
  signOutEverywhere,
  type StaffChange,
} from './staff-operations';

export interface AuthSettings {
  publicOrigin: string;
  demo: boolean;
  oidc: (OidcClient & OidcRules) | undefined;
}

export interface Auth extends SessionAuth {
  nextAuthOptions(request: {
    caller: Caller;
    userAgent: string;
    cookieHeader: string | null;
  }): Promise<NextAuthOptions>;
  /** Returns the `Set-Cookie` that clears the session cookie. */
  signOut(request: { cookieHeader: string | null; everywhere: boolean; caller: Caller }): Promise<string>;
  /** Undefined until next-auth has set the cookie. */
  csrfToken(cookieHeader: string | null): string | undefined;
  signInMethods(): Promise<{ oidc: { host: string } | null; local: boolean }>;
  countStaff(): Promise<number>;
  sweep(): Promise<void>;
  staff: {
    list(): Promise<StaffList>;
    findIdByEmail(email: string): Promise<string>;
    add(person: AddStaffBody & { password?: string | undefined; caller: Caller }): Promise<StaffWithPassword>;
    changeRole(change: StaffChange & { role: Role }): Promise<void>;
    disable(change: StaffChange): Promise<void>;
    enable(change: StaffChange): Promise<void>;
    resetPassword(change: StaffChange & { password?: string | undefined }): Promise<StaffWithPassword>;
    signOutEverywhere(change: StaffChange): Promise<{ ended: number }>;
  };
}

export function createAuth(deps: {
  database: Database;
  clock: Clock;
  audit: Audit;
  log: Log;
  settings: AuthSettings;
  /** Secret of next-auth. */
  secret: string;
}): Auth {
  const { database, clock, audit, log, settings, secret } = deps;
  const { publicOrigin, demo, oidc } = settings;
  const cookie = createSessionCookie({ publicOrigin, secret });
  const sessions = createSessions({ database, clock, audit, demo });
  const throttle = createThrottle({ database, clock, windowMs: deniedCallWindowMs });
  const deniedCalls = createDeniedCallLog({ database, clock, audit, log });
  const staffDeps = { database, clock, audit, roleFromDirectory: oidc?.roleClaim !== undefined };

  async function identify(cookieHeader: string | null): Promise<Identity | undefined> {
    const sessionId = await cookie.read(cookieHeader);
    return sessionId === undefined ? undefined : sessions.find(sessionId);
  }

  return {
    identify,
    recordActivity: sessions.recordActivity,
    recordDeniedCall: deniedCalls.record,

    nextAuthOptions: async ({ caller, userAgent, cookieHeader }) => {
      const live = await identify(cookieHeader);
      return createAuthOptions({
        publicOrigin,
        secret,
        maxAgeS: sessionLimits.absoluteMs / 1000,
        cookie,
        sessions,
        log,
        oidc,
        signInWithPassword: (attempt) =>
          signInWithPassword(
            { database, throttle, deniedCalls, demo },
            { ...attempt, caller, liveStaffId: live?.staff.id },
          ),
        signInWithOidc: async (claims) => {
          if (oidc === undefined) throw new LandfallError('not_found');
          return signInWithOidc({ database, clock, audit, deniedCalls, rules: oidc, demo }, { claims, caller });
        },
        request: { caller, userAgent, sessionId: live?.sessionId },
      });
    },

    signOut: async ({ cookieHeader, everywhere, caller }) => {
      const live = await identify(cookieHeader);
      if (live) {
        const own: Caller = { ...caller, actor: { kind: 'staff', ...live.staff } };
        if (everywhere) await signOutEverywhere(staffDeps, { id: live.staff.id, caller: own });
        else await sessions.end(live.sessionId, own);
      }
      return cookie.clear();
    },

    csrfToken: (cookieHeader) => readCsrfToken(cookieHeader, { secure: cookie.secure, secret }),
    signInMethods: async () => ({
      oidc: oidc ? { host: new URL(oidc.issuer).host } : null,
      local: oidc === undefined || (await hasLocalAccounts(database.db)),
    }),
    countStaff: () => countActiveStaff(database.db),
    sweep: async () => {
      await throttle.sweep();
      await sessions.sweep();
    },

    staff: {
      list: async () => ({
        staff: await listStaff(staffDeps),
        ways: oidc ? ['oidc', 'local'] : ['local'],
      }),
      findIdByEmail: async (email) => {
        const row = await findStaffByEmail(database.db, email.trim());
        if (row === undefined)
          throw new LandfallError('not_found', { userMessage: 'There is nobody with this e-mail address.' });
        return row.id;
      },
      add: (person) => addStaff(staffDeps, person),
      changeRole: (change) => changeRole(staffDeps, change),
      disable: (change) => disableStaff(staffDeps, change),
      enable: (change) => enableStaff({ ...staffDeps, demo }, change),
      resetPassword: (change) => resetPassword(staffDeps, change),
      signOutEverywhere: (change) => signOutEverywhere(staffDeps, change),
    },
  };
}
