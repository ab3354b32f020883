import type pg from 'pg';
import { SettingsError } from '../../core/settings';

/** Server roles that reach the tables' files, or their rows without a grant. */
const powerfulRoles = ['pg_write_all_data', 'pg_write_server_files', 'pg_execute_server_program'];

interface MemberOf {
  name: string;
  self: boolean;
  superuser: boolean;
  createsRoles: boolean;
}

/** Refuses a role that could make itself the owner. Returns the role that receives the grants. */
export async function checkAppRole(app: pg.Client, ownerRole: string): Promise<string> {
  // A session can become every role that its login is a member of.
  const { rows } = await app.query<MemberOf>(
    `select rolname::text as name, rolname = session_user as self, rolsuper as superuser, rolcreaterole as "createsRoles"
      from pg_roles where pg_has_role(session_user, oid, 'member') order by rolname <> session_user, rolname`,
  );
  for (const { name, self, superuser, createsRoles } of rows) {
    if (self && name === ownerRole) throw refuse('uses the same role as DATABASE_OWNER_URL');
    if (self && superuser) throw refuse(`uses the role "${name}", which is a superuser`);
    if (self && createsRoles) throw refuse(`uses the role "${name}", which may create roles and grant itself others`);
    if (superuser || createsRoles || name === ownerRole || powerfulRoles.includes(name)) {
      throw refuse(`uses a role that is a member of "${name}"`);
    }
  }
  const current = await app.query<{ role: string }>('select current_user::text as role');
  return current.rows[0]?.role ?? '';
}

const problemsQuery = `
  with member as (select oid from pg_roles where pg_has_role(session_user, oid, 'member')),
    guarded as (
      select distinct c.oid, c.oid::regclass::text as name, c.relowner as owner, c.relnamespace as schema, t.tgfoid
      from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
      where p.proname = 'landfall_refuse_rewrite')
  select 'points to a database without the tables of DATABASE_OWNER_URL' as problem
    where not exists (select from guarded)
  union all select 'uses a role that owns the table ' || min(name) from guarded g join member m on m.oid = g.owner
    having count(*) > 0
  union all select 'uses a role that owns the function ' || min(p.proname) from pg_proc p join member m on m.oid = p.proowner
    where p.proname like 'landfall\\_%' having count(*) > 0
  union all select 'uses a role that owns the database' from pg_database d join member m on m.oid = d.datdba
    where d.datname = current_database()
  union all select format('uses a role that owns the schema %s or may create objects in it', n.nspname)
    from pg_namespace n where n.oid in (select schema from guarded) and exists (
      select from member m where m.oid = n.nspowner or has_schema_privilege(m.oid, n.oid, 'create'))
  union all select 'uses a role that may change rows of the append-only table ' || min(g.name)
    from guarded g join member m on has_table_privilege(m.oid, g.oid, 'update, delete, truncate, trigger')
      or has_any_column_privilege(m.oid, g.oid, 'update')
    having count(*) > 0`;

/** After the grants: finds rights that other grants, ownership or memberships still give to the app's role. */
export async function checkAppPrivileges(app: pg.Client): Promise<void> {
  const { rows } = await app.query<{ problem: string }>(problemsQuery);
  if (rows[0] !== undefined) throw refuse(rows[0].problem);
}

function refuse(problem: string): SettingsError {
  const advice =
    'since another role owns the tables, it needs a role of its own without that right (docs/security.md, "Owner role")';
  return new SettingsError([{ setting: 'DATABASE_URL', problem: `${problem}; ${advice}` }]);
}
