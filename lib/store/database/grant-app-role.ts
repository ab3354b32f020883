import pg from 'pg';

interface Relation {
  name: string;
  kind: 'r' | 'p' | 'S';
  schema: string;
  guarded: boolean;
  granted: string[];
}

/** Found by their guard, so that a new append-only table needs no entry anywhere. */
const relationsQuery = `
  select format('%I.%I', n.nspname, c.relname) as name, c.relkind::text as kind, n.nspname::text as schema,
    exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = c.oid and p.proname = 'landfall_refuse_rewrite') as guarded,
    array(select a.privilege_type::text from aclexplode(c.relacl) a
      where a.grantee = r.oid order by a.privilege_type) as granted
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_roles r on r.rolname = $1
  where n.nspname in ('public', 'drizzle') and c.relkind in ('r', 'p', 'S') and pg_get_userbyid(c.relowner) = current_user
  order by 1`;

/** Functions that run as the owner. */
const functionsQuery = `
  select format('%I.%I(%s)', n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)) as name
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_roles r on r.rolname = $1
  where n.nspname = 'public' and p.prosecdef and pg_get_userbyid(p.proowner) = current_user
    and not has_function_privilege(r.oid, p.oid, 'execute')`;

const schemasQuery = `
  select n.nspname::text as name, has_schema_privilege(r.oid, n.oid, 'usage') as usage,
    has_schema_privilege(r.oid, n.oid, 'create') as create
  from pg_namespace n join pg_roles r on r.rolname = $1 where n.nspname in ('public', 'drizzle')`;

/** Gives the app's role what it needs and takes everything else. Changes nothing if it has exactly that already. */
export async function grantAppRole(owner: pg.Client, appRole: string): Promise<void> {
  const statements = await findMissingStatements(owner, appRole);
  if (statements.length === 0) return;
  // One transaction, so that running instances never lack a right in between.
  await owner.query('begin');
  for (const statement of statements) await owner.query(statement);
  await owner.query('commit');
}

async function findMissingStatements(owner: pg.Client, appRole: string): Promise<string[]> {
  const role = pg.escapeIdentifier(appRole);
  const relations = await owner.query<Relation>(relationsQuery, [appRole]);
  const functions = await owner.query<{ name: string }>(functionsQuery, [appRole]);
  const schemas = await owner.query<{ name: string; usage: boolean; create: boolean }>(schemasQuery, [appRole]);
  return [
    ...schemas.rows.flatMap(({ name, usage, create }) => [
      ...(usage ? [] : [`grant usage on schema ${name} to ${role}`]),
      ...(create ? [`revoke create on schema ${name} from public, ${role}`] : []),
    ]),
    ...relations.rows.flatMap((relation) => {
      const wanted = privilegesOn(relation);
      if (wanted.join() === relation.granted.join()) return [];
      const object = `${relation.kind === 'S' ? 'sequence' : 'table'} ${relation.name}`;
      return [
        `revoke all on ${object} from ${role}`,
        ...(wanted.length === 0 ? [] : [`grant ${wanted.join(', ')} on ${object} to ${role}`]),
      ];
    }),
    ...functions.rows.map(({ name }) => `grant execute on function ${name} to ${role}`),
  ];
}

/** In alphabetical order, as the database lists them. */
function privilegesOn({ kind, schema, guarded }: Relation): string[] {
  if (schema === 'drizzle') return kind === 'S' ? [] : ['SELECT'];
  if (kind === 'S') return ['USAGE'];
  return guarded ? ['INSERT', 'SELECT'] : ['DELETE', 'INSERT', 'SELECT', 'UPDATE'];
}
