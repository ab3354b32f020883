/** What a version with migrations before 0007 stores, changes and deletes. Nothing that this or a later one derives. */
export const workBefore0007 = [
  `insert into imports (environment, id, username, tool, family, status_text, status_key, status_family, since_from, since_to,
      seen_at, seen_by, gone, warnings, decision, created_at, created_by, first_seen_at, search_terms)
    select case when n % 5 = 0 then 'sandbox' else 'live' end, n::text, case when n % 4 > 0 then 'user' || n end,
      case when n % 3 > 0 then 'Tool ' || n % 3 end, case when n % 7 > 0 then 'f' || n % 2 end, status, status, 'waiting',
      at, at, at + interval '1 hour', 'watcher', n % 11 = 0, n % 6 * 15,
      case when n % 8 = 0 then 'asked' when n % 9 = 0 then 'accepted' else 'none' end,
      case when n % 2 = 0 then at - interval '2 days' end, case when n % 2 = 0 then 'Agent ' || n % 3 end,
      at - interval '2 days', array['user' || n, 'tool']
    from (select n, timestamptz '2026-11-12' - n * interval '7 hours' as at, case n % 5 when 0 then 'Migration completed'
        when 1 then 'Collecting credentials' when 2 then 'Sample migration completed' when 3 then 'Held' end as status
      from generate_series(1, 120) n) as made`,
  `insert into observations (environment, import_id, source, status, asked_at, seen_at, facts, reported, fingerprint)
    select environment, id, 'lookup', status_text, seen_at, seen_at, '{}', '{}', 'first' from imports`,
  `insert into observations (environment, import_id, source, asked_at, seen_at, facts, reported, fingerprint, gone)
    select environment, id, 'watcher', seen_at, seen_at, '{}', '{}', 'gone', true from imports where gone`,
  `insert into confirmations (environment, import_id, fingerprint, source, status, gone, asked_at, seen_at, reported)
    select environment, id, 'again', 'watcher', status_text, false, seen_at, seen_at, '{}' from imports where not gone`,
  `insert into status_periods (environment, import_id, fingerprint, status_key, tool, duration_s, ended_at)
    select environment, id, period, period, tool, length(id) * 700 + warnings, since_to
    from imports, unnest(array['Collecting credentials', 'Migration in progress']) as period where status_key is not null`,
  `insert into poll_units (kind, key, next_poll_at, rate) select 'import', id, seen_at, 0.5 from imports where environment = 'live'`,
  `insert into full_requests (id, environment, import_id, source, verified, by, requested_at)
    select md5('request' || id)::uuid, environment, id, 'customer', true, 'customer', seen_at from imports where decision <> 'none'`,
  `insert into decisions (id, environment, import_id, kind, state, username, proposed_by, proposed_at, policy_version, created_at,
      confirmed_status, answered_at)
    select md5('decision' || id)::uuid, environment, id, 'accept', case when n % 2 = 0 then 'confirmed' else 'unknown' end,
      username, 'Ada', seen_at, 1, seen_at, status_key, seen_at
    from (select *, id::int as n from imports where decision = 'accepted') as decided`,
  `insert into deliveries (id, received_at, content_hash, body_encrypted, body_bytes, headers, verdict, reason, import_id, status,
      times, last_received_at, applied_at, address)
    select md5('delivery' || n)::uuid, timestamptz '2026-11-12' - n * interval '9 hours', 'hash' || n, 'body', 40 + n, '{}',
      case when n % 4 = 0 then 'bad_signature' when n % 7 = 0 then 'hint' else 'verified' end, '', n::text, 'Held', 1 + n % 3,
      '2026-11-12', case when n % 5 > 0 then timestamptz '2026-11-12' end, '203.0.113.5'
    from generate_series(1, 60) n`,
  `update imports set status_text = 'Paused', status_key = 'Paused', tool = null, since_to = seen_at where id::int % 10 = 3`,
  `update imports set gone = true where id::int % 10 = 4`,
  `update deliveries set times = times + 1, applied_at = '2026-11-13' where applied_at is null`,
  `update decisions set state = 'confirmed' where state = 'unknown'`,
  `delete from status_periods where import_id in ('8', '9')`,
  `delete from imports where id in ('8', '9')`,
];
