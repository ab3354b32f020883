-- Counts by facet instead of by status alone, kept by triggers, so that every writer keeps them exact.
DROP TABLE "import_counts";--> statement-breakpoint
CREATE TABLE "import_counts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"facet" text NOT NULL,
	"value" text NOT NULL,
	"gone" boolean NOT NULL,
	"count" bigint NOT NULL
);--> statement-breakpoint
-- How far each import came, and how many of each day, so that the overview need not read them all.
CREATE TABLE "import_days" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_days_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"day" date NOT NULL,
	"facet" text NOT NULL,
	"value" text NOT NULL,
	"count" bigint NOT NULL
);--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "stage" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "requested" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "completed_at" timestamp (3) with time zone;--> statement-breakpoint
-- Every row is rewritten below. Building the indexes afterwards is much faster than updating them per row.
DROP INDEX "imports_seen";--> statement-breakpoint
DROP INDEX "imports_since";--> statement-breakpoint
DROP INDEX "imports_created";--> statement-breakpoint
DROP INDEX "imports_warnings";--> statement-breakpoint
DROP INDEX "imports_username";--> statement-breakpoint
DROP INDEX "imports_status_seen";--> statement-breakpoint
DROP INDEX "imports_status_since";--> statement-breakpoint
DROP INDEX "imports_decision";--> statement-breakpoint
DROP INDEX "imports_tool";--> statement-breakpoint
DROP INDEX "imports_family";--> statement-breakpoint
DROP INDEX "imports_created_by";--> statement-breakpoint
DROP INDEX "imports_gone";--> statement-breakpoint
DROP INDEX "imports_search_terms";--> statement-breakpoint
DROP INDEX "imports_moving";--> statement-breakpoint
-- Progress of a status. Undo implies that at least the sample was migrated. An unknown status has 0.
CREATE FUNCTION "landfall_stage"("status" text) RETURNS smallint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE status
    WHEN 'Waiting to start sample migration' THEN 1 WHEN 'Sample migration in progress' THEN 2
    WHEN 'Sample migration completed' THEN 3 WHEN 'Undo in progress' THEN 3 WHEN 'Migration cleaned' THEN 3
    WHEN 'In preparation' THEN 4 WHEN 'Migration in progress' THEN 5 WHEN 'Migration completed' THEN 6 ELSE 0 END::smallint
$$;--> statement-breakpoint
-- When a past period shows that the migration was completed. If the import is gone, completion ended the period before.
CREATE FUNCTION "landfall_completed_by"("p" "status_periods", "is_gone" boolean) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p.status_key = 'Migration completed' THEN p.ended_at - p.duration_s * interval '1 second'
    WHEN p.status_key = 'Migration in progress' AND is_gone THEN p.ended_at END
$$;--> statement-breakpoint
UPDATE imports AS i SET
  stage = greatest(landfall_stage(i.status_key), past.stage),
  requested = asked.import_id IS NOT NULL,
  completed_at = least(CASE WHEN i.status_key = 'Migration completed' AND NOT i.gone THEN i.since_to END,
    CASE WHEN i.gone AND i.status_key = 'Migration completed' THEN past.completed_if_gone ELSE past.completed_at END)
FROM imports AS same
  LEFT JOIN (
    SELECT environment, import_id, max(landfall_stage(status_key)) AS stage,
      min(landfall_completed_by(p, false)) AS completed_at, min(landfall_completed_by(p, true)) AS completed_if_gone
    FROM status_periods AS p GROUP BY environment, import_id
  ) AS past ON past.environment = same.environment AND past.import_id = same.id
  LEFT JOIN (SELECT DISTINCT environment, import_id FROM full_requests) AS asked
    ON asked.environment = same.environment AND asked.import_id = same.id
WHERE i.environment = same.environment AND i.id = same.id
  AND (landfall_stage(i.status_key) > 0 OR past.import_id IS NOT NULL OR asked.import_id IS NOT NULL);--> statement-breakpoint
-- Lists with one filter hide or show what is gone, so that the indexes need both to give rows in order.
CREATE INDEX "imports_since" ON "imports" USING btree ("environment",coalesce(since_to, first_seen_at),"id");--> statement-breakpoint
CREATE INDEX "imports_created" ON "imports" USING btree ("environment",coalesce(created_at, first_seen_at),"id");--> statement-breakpoint
CREATE INDEX "imports_warnings" ON "imports" USING btree ("environment","warnings","id");--> statement-breakpoint
CREATE INDEX "imports_username" ON "imports" USING btree ("environment",(username is null),left(lower(coalesce(username, '')), 200),"id");--> statement-breakpoint
CREATE INDEX "imports_status_seen" ON "imports" USING btree ("environment","status_key","gone","seen_at","id");--> statement-breakpoint
CREATE INDEX "imports_status_since" ON "imports" USING btree ("environment","status_key","gone","since_to","id");--> statement-breakpoint
CREATE INDEX "imports_status_created" ON "imports" USING btree ("environment","status_key","gone",coalesce(created_at, first_seen_at),"id");--> statement-breakpoint
CREATE INDEX "imports_status_warnings" ON "imports" USING btree ("environment","status_key","gone","warnings","id");--> statement-breakpoint
CREATE INDEX "imports_status_username" ON "imports" USING btree ("environment","status_key","gone",((username is null)::int),left(lower(coalesce(username, '')), 200),"id");--> statement-breakpoint
CREATE INDEX "imports_decision" ON "imports" USING btree ("environment","decision","gone","seen_at","id");--> statement-breakpoint
CREATE INDEX "imports_tool" ON "imports" USING btree ("environment","tool","gone","seen_at","id");--> statement-breakpoint
CREATE INDEX "imports_family" ON "imports" USING btree ("environment","family","gone","seen_at","id");--> statement-breakpoint
CREATE INDEX "imports_created_by" ON "imports" USING btree ("environment","created_by","gone","seen_at","id");--> statement-breakpoint
-- A new observation is judged by the last ones.
DROP INDEX "observations_import";--> statement-breakpoint
CREATE INDEX "observations_import" ON "observations" USING btree ("environment","import_id","seen_at");--> statement-breakpoint
CREATE INDEX "imports_tool_status" ON "imports" USING btree ("environment","tool","status_key","gone","seen_at","id");--> statement-breakpoint
CREATE INDEX "imports_completed" ON "imports" USING btree ("environment","completed_at","id") WHERE completed_at is not null;--> statement-breakpoint
CREATE INDEX "imports_gone" ON "imports" USING btree ("environment","gone","seen_at","id");--> statement-breakpoint
CREATE INDEX "imports_search_terms" ON "imports" USING gin (array_to_tsvector(search_terms));--> statement-breakpoint
CREATE INDEX "imports_warned_samples" ON "imports" USING btree ("environment","since_to") WHERE status_key = 'Sample migration completed' and not gone and warnings > 50;--> statement-breakpoint
CREATE INDEX "imports_moving" ON "imports" USING btree ("environment","seen_at") WHERE not gone and (status_key is null or status_key not in ('Migration completed', 'Migration cleaned'));--> statement-breakpoint
DROP INDEX "status_periods_status";--> statement-breakpoint
CREATE INDEX "status_periods_status" ON "status_periods" USING btree ("environment","status_key","ended_at","duration_s");--> statement-breakpoint
CREATE INDEX "status_periods_tool" ON "status_periods" USING btree ("environment","tool","status_key","ended_at","duration_s");--> statement-breakpoint
CREATE INDEX "import_days_day" ON "import_days" USING btree ("environment","facet","day","value","count");--> statement-breakpoint
DROP INDEX "full_requests_open";--> statement-breakpoint
CREATE INDEX "full_requests_open" ON "full_requests" USING btree ("environment","requested_at","import_id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "decisions_unknown" ON "decisions" USING btree ("environment",coalesce(sent_at, proposed_at),"kind") WHERE state = 'unknown';--> statement-breakpoint
DROP INDEX "decisions_month";--> statement-breakpoint
CREATE INDEX "decisions_approved" ON "decisions" USING btree ("environment","approved_at","kind","state","resolution");--> statement-breakpoint
CREATE INDEX "decisions_domain" ON "decisions" USING btree ("environment",substring(username from '@[^@]*$'));--> statement-breakpoint
DROP INDEX "audit_at";--> statement-breakpoint
DROP INDEX "audit_actor";--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at","seq");--> statement-breakpoint
CREATE INDEX "audit_environment" ON "audit" USING btree ("environment","seq");--> statement-breakpoint
CREATE INDEX "audit_request" ON "audit" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "audit_values_words" ON "audit_values" USING gin (array_to_tsvector(array_remove(regexp_split_to_array(lower(left(coalesce(actor, ''), 500) || ' ' || left(coalesce(subject, ''), 500) || ' ' || left(coalesce(address, ''), 100)), '[^[:alnum:]]+'), '')));--> statement-breakpoint
CREATE FUNCTION "landfall_import_facets"() RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['status', 'decision', 'tool', 'family', 'creator', 'warnings']
$$;--> statement-breakpoint
-- In the same order.
CREATE FUNCTION "landfall_import_values"("i" "imports") RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY[coalesce(i.status_key, ''), i.decision, coalesce(i.tool, ''), coalesce(i.family, ''),
    coalesce(i.created_by, ''), CASE WHEN i.warnings > 50 THEN 'many' WHEN i.warnings > 0 THEN 'some' ELSE 'none' END]
$$;--> statement-breakpoint
-- Replaces the rows of a count by their sum. Rows that others hold are skipped: waiting could deadlock.
CREATE FUNCTION "landfall_merge_import_counts"() RETURNS void LANGUAGE sql AS $$
  WITH split AS (
    SELECT environment, facet, value, gone FROM import_counts
    GROUP BY environment, facet, value, gone HAVING count(*) > 1 OR sum(count) = 0
  ), held AS (
    SELECT id FROM import_counts
    WHERE (environment, facet, value, gone) IN (SELECT environment, facet, value, gone FROM split) FOR UPDATE SKIP LOCKED
  ), removed AS (
    DELETE FROM import_counts USING held WHERE import_counts.id = held.id RETURNING import_counts.*
  )
  INSERT INTO import_counts (environment, facet, value, gone, count)
  SELECT environment, facet, value, gone, sum(count) FROM removed
  GROUP BY environment, facet, value, gone HAVING sum(count) <> 0
$$;--> statement-breakpoint
-- One digit for each step of the funnel after the first: see `hasReached`.
CREATE FUNCTION "landfall_steps"("i" "imports") RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT (i.stage >= 1)::int::text || (i.stage >= 3)::int || (i.stage >= 4 OR i.requested OR i.decision <> 'none')::int
    || (i.stage >= 4 OR i.decision = 'accepted')::int || (i.stage >= 6)::int
$$;--> statement-breakpoint
-- What the import adds to the counts of days: its steps, its tool and its completion.
CREATE FUNCTION "landfall_days_of"("i" "imports") RETURNS date[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY[(coalesce(i.created_at, i.first_seen_at) AT TIME ZONE 'UTC')::date,
    CASE WHEN i.tool IS NOT NULL THEN (coalesce(i.created_at, i.first_seen_at) AT TIME ZONE 'UTC')::date END,
    (i.completed_at AT TIME ZONE 'UTC')::date]
$$;--> statement-breakpoint
-- Like the counts, but only what was added after a row: there are many days.
CREATE FUNCTION "landfall_merge_import_days"("after" bigint) RETURNS void LANGUAGE sql AS $$
  WITH added AS (
    SELECT DISTINCT environment, day, facet, value FROM import_days WHERE id > after
  ), held AS (
    SELECT d.id FROM import_days AS d
    JOIN added ON (d.environment, d.day, d.facet, d.value) = (added.environment, added.day, added.facet, added.value)
    FOR UPDATE OF d SKIP LOCKED
  ), removed AS (
    DELETE FROM import_days USING held WHERE import_days.id = held.id RETURNING import_days.*
  )
  INSERT INTO import_days (environment, day, facet, value, count)
  SELECT environment, day, facet, value, sum(count) FROM removed
  GROUP BY environment, day, facet, value HAVING sum(count) <> 0
$$;--> statement-breakpoint
CREATE FUNCTION "landfall_count_day"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  facets CONSTANT text[] := ARRAY['steps', 'tool', 'completed'];
  was date[] := landfall_days_of(OLD);
  now date[] := landfall_days_of(NEW);
  was_value text[] := ARRAY[landfall_steps(OLD), OLD.tool, ''];
  now_value text[] := ARRAY[landfall_steps(NEW), NEW.tool, ''];
  added int := 0;
  last bigint;
BEGIN
  FOR n IN 1 .. 3 LOOP
    CONTINUE WHEN (was[n], was_value[n], OLD.environment) IS NOT DISTINCT FROM (now[n], now_value[n], NEW.environment);
    IF TG_OP <> 'INSERT' AND was[n] IS NOT NULL THEN
      INSERT INTO import_days (environment, day, facet, value, count) VALUES (OLD.environment, was[n], facets[n], was_value[n], -1);
      added := added + 1;
    END IF;
    IF TG_OP <> 'DELETE' AND now[n] IS NOT NULL THEN
      INSERT INTO import_days (environment, day, facet, value, count) VALUES (NEW.environment, now[n], facets[n], now_value[n], 1);
      added := added + 1;
    END IF;
  END LOOP;
  IF added > 0 THEN
    last := lastval();
    IF last / 4096 > (last - added) / 4096 THEN
      PERFORM landfall_merge_import_days(last - 8192);
    END IF;
  END IF;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "imports_day_new" AFTER INSERT OR DELETE ON "imports" FOR EACH ROW EXECUTE FUNCTION "landfall_count_day"();--> statement-breakpoint
CREATE TRIGGER "imports_day_changed" AFTER UPDATE ON "imports" FOR EACH ROW
  WHEN ((OLD.environment, OLD.created_at, OLD.first_seen_at, OLD.tool, OLD.stage, OLD.requested, OLD.decision, OLD.completed_at)
    IS DISTINCT FROM (NEW.environment, NEW.created_at, NEW.first_seen_at, NEW.tool, NEW.stage, NEW.requested, NEW.decision, NEW.completed_at))
  EXECUTE FUNCTION "landfall_count_day"();--> statement-breakpoint
CREATE FUNCTION "landfall_set_progress"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.stage := landfall_stage(NEW.status_key);
  NEW.completed_at := CASE WHEN NEW.status_key = 'Migration completed' AND NOT NEW.gone THEN NEW.since_to END;
  IF TG_OP = 'UPDATE' THEN
    SELECT greatest(NEW.stage, max(landfall_stage(p.status_key))),
      least(NEW.completed_at, min(landfall_completed_by(p, NEW.gone AND NEW.status_key = 'Migration completed')))
    INTO NEW.stage, NEW.completed_at
    FROM status_periods AS p WHERE p.environment = NEW.environment AND p.import_id = NEW.id;
  END IF;
  RETURN NEW;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "imports_progress_new" BEFORE INSERT ON "imports" FOR EACH ROW EXECUTE FUNCTION "landfall_set_progress"();--> statement-breakpoint
CREATE TRIGGER "imports_progress_changed" BEFORE UPDATE ON "imports" FOR EACH ROW
  WHEN ((OLD.status_key, OLD.since_to, OLD.gone) IS DISTINCT FROM (NEW.status_key, NEW.since_to, NEW.gone))
  EXECUTE FUNCTION "landfall_set_progress"();--> statement-breakpoint
-- From the row and its periods alone, so that it does not depend on the order in which these arrived.
CREATE FUNCTION "landfall_refresh_progress"("env" text, "import" text) RETURNS void LANGUAGE sql AS $$
  UPDATE imports AS i SET stage = known.stage, completed_at = known.completed_at, requested = known.requested
  FROM (
    SELECT greatest(landfall_stage(same.status_key), past.stage) AS stage,
      least(CASE WHEN same.status_key = 'Migration completed' AND NOT same.gone THEN same.since_to END,
        CASE WHEN same.gone AND same.status_key = 'Migration completed' THEN past.if_gone ELSE past.completed_at END) AS completed_at,
      EXISTS (SELECT 1 FROM full_requests AS r WHERE r.environment = env AND r.import_id = import) AS requested
    FROM imports AS same, (
      SELECT max(landfall_stage(p.status_key)) AS stage, min(landfall_completed_by(p, false)) AS completed_at,
        min(landfall_completed_by(p, true)) AS if_gone
      FROM status_periods AS p WHERE p.environment = env AND p.import_id = import
    ) AS past
    WHERE same.environment = env AND same.id = import
  ) AS known
  WHERE i.environment = env AND i.id = import
    AND (i.stage, i.completed_at, i.requested) IS DISTINCT FROM (known.stage, known.completed_at, known.requested)
$$;--> statement-breakpoint
CREATE FUNCTION "landfall_add_progress"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'imports' THEN
    PERFORM landfall_refresh_progress(NEW.environment, NEW.id);
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM landfall_refresh_progress(OLD.environment, OLD.import_id);
  ELSE
    PERFORM landfall_refresh_progress(NEW.environment, NEW.import_id);
  END IF;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "imports_progress_stored" AFTER INSERT ON "imports" FOR EACH ROW EXECUTE FUNCTION "landfall_add_progress"();--> statement-breakpoint
-- Periods of other statuses say nothing about progress.
CREATE TRIGGER "status_periods_progress" AFTER INSERT ON "status_periods" FOR EACH ROW
  WHEN (landfall_stage(NEW.status_key) > 0) EXECUTE FUNCTION "landfall_add_progress"();--> statement-breakpoint
CREATE TRIGGER "status_periods_progress_gone" AFTER DELETE ON "status_periods" FOR EACH ROW
  WHEN (landfall_stage(OLD.status_key) > 0) EXECUTE FUNCTION "landfall_add_progress"();--> statement-breakpoint
CREATE TRIGGER "full_requests_progress" AFTER INSERT OR UPDATE OF "import_id" ON "full_requests" FOR EACH ROW
  WHEN (NEW.import_id IS NOT NULL) EXECUTE FUNCTION "landfall_add_progress"();--> statement-breakpoint
CREATE FUNCTION "landfall_count_import"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  facets CONSTANT text[] := landfall_import_facets();
  was text[] := landfall_import_values(OLD);
  now text[] := landfall_import_values(NEW);
  added int := 0;
  last bigint;
BEGIN
  FOR n IN 1 .. array_length(facets, 1) LOOP
    IF TG_OP = 'UPDATE' THEN
      CONTINUE WHEN was[n] = now[n] AND OLD.gone = NEW.gone AND OLD.environment = NEW.environment;
      INSERT INTO import_counts (environment, facet, value, gone, count)
        VALUES (OLD.environment, facets[n], was[n], OLD.gone, -1), (NEW.environment, facets[n], now[n], NEW.gone, 1);
      added := added + 2;
    ELSIF TG_OP = 'INSERT' THEN
      INSERT INTO import_counts (environment, facet, value, gone, count)
        VALUES (NEW.environment, facets[n], now[n], NEW.gone, 1);
      added := added + 1;
    ELSE
      INSERT INTO import_counts (environment, facet, value, gone, count)
        VALUES (OLD.environment, facets[n], was[n], OLD.gone, -1);
      added := added + 1;
    END IF;
  END LOOP;
  -- Once every few hundred rows, so that reading stays cheap.
  IF added > 0 THEN
    last := lastval();
    IF last / 512 > (last - added) / 512 THEN
      PERFORM landfall_merge_import_counts();
    END IF;
  END IF;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "imports_count_new" AFTER INSERT OR DELETE ON "imports" FOR EACH ROW EXECUTE FUNCTION "landfall_count_import"();--> statement-breakpoint
-- Not when an import was only seen again, which happens with every poll.
CREATE TRIGGER "imports_count_changed" AFTER UPDATE ON "imports" FOR EACH ROW
  WHEN ((OLD.environment, OLD.status_key, OLD.decision, OLD.tool, OLD.family, OLD.created_by, OLD.warnings, OLD.gone)
    IS DISTINCT FROM (NEW.environment, NEW.status_key, NEW.decision, NEW.tool, NEW.family, NEW.created_by, NEW.warnings, NEW.gone))
  EXECUTE FUNCTION "landfall_count_import"();--> statement-breakpoint
CREATE FUNCTION "landfall_recount_imports"() RETURNS void LANGUAGE sql AS $$
  INSERT INTO import_counts (environment, facet, value, gone, count)
  SELECT environment, facet, value, gone, count(*)
  FROM imports, unnest(landfall_import_facets(), landfall_import_values(imports)) AS counted(facet, value)
  GROUP BY environment, facet, value, gone;
  INSERT INTO import_days (environment, day, facet, value, count)
  SELECT environment, (coalesce(created_at, first_seen_at) AT TIME ZONE 'UTC')::date, 'steps', landfall_steps(imports), count(*)
    FROM imports GROUP BY 1, 2, 4
  UNION ALL
  SELECT environment, (coalesce(created_at, first_seen_at) AT TIME ZONE 'UTC')::date, 'tool', tool, count(*)
    FROM imports WHERE tool IS NOT NULL GROUP BY 1, 2, 4
  UNION ALL
  SELECT environment, (completed_at AT TIME ZONE 'UTC')::date, 'completed', '', count(*)
    FROM imports WHERE completed_at IS NOT NULL GROUP BY 1, 2
$$;--> statement-breakpoint
SELECT landfall_recount_imports();
