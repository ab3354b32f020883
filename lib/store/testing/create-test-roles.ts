import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createTestPostgresUrl } from './open-test-database';

export interface TestRoles {
  owner: string;
  app: string;
  ownerUrl: string;
  appUrl: string;
  /** Runs SQL as the server's superuser. */
  asSuperuser(sql: string): Promise<void>;
}

/** A new, empty database that one role owns, and a second role without any rights in it. */
export async function createTestRoles(): Promise<TestRoles> {
  const url = await createTestPostgresUrl({ empty: true });
  const suffix = randomUUID().slice(0, 8);
  const [owner, app] = [`Owner ${suffix}`, `App ${suffix}`];
  const asSuperuser = async (sql: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  const urlOf = (role: string) => {
    const own = new URL(url);
    own.username = role;
    return own.href;
  };
  const database = new URL(url).pathname.slice(1);
  await asSuperuser(
    `create role "${owner}" login; create role "${app}" login; alter database ${database} owner to "${owner}";
    do $$ begin
      if current_setting('server_version_num')::int < 150000 then alter schema public owner to "${owner}"; end if;
    end $$`,
  );
  return { owner, app, ownerUrl: urlOf(owner), appUrl: urlOf(app), asSuperuser };
}
