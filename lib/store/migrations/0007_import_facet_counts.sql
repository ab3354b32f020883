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
-- Lists with one filter hide or show what is gone, so that the indexes need both to give rows in order.
DROP INDEX "imports_status_seen";--> statement-breakpoint
DROP INDEX "imports_status_since";--> statement-breakpoint
DROP INDEX "imports_decision";--> statement-breakpoint
DROP INDEX "imports_tool";--> statement-breakpoint
DROP INDEX "imports_family";--> statement-breakpoint
DROP INDEX "imports_created_by";--> statement-breakpoint
CREATE INDEX "imports_warned_samples" ON "imports" USING btree ("environment","since_to") WHERE status_key = 'Sample migration completed' and not gone and warnings > 50;--> statement-breakpoint
CREATE INDEX "imports_status_seen" ON "imports" USING btree ("environment","status_key","gone","seen_at","id");--> statement-breakpoint
CREATE INDEX "imports_status_since" ON "imports" USING btree ("environment","status_key","gone","since_to","id");--> statement-breakpoint
CREATE INDEX "imports_decision" ON "imports" USING btree ("environment","decision","gone","seen_at","id");--> statement-breakpoint
CREATE INDEX "imports_tool" ON "imports" USING btree ("environment","tool","gone","seen_at","id");--> statement-breakpoint
CREATE INDEX "imports_family" ON "imports" USING btree ("environment","family","gone","seen_at","id");--> statement-breakpoint
CREATE INDEX "imports_created_by" ON "imports" USING btree ("environment","created_by","gone","seen_at","id");--> statement-breakpoint
-- A new observation is judged by the last ones.
DROP INDEX "observations_import";--> statement-breakpoint
CREATE INDEX "observations_import" ON "observations" USING btree ("environment","import_id","seen_at");--> statement-breakpoint
DROP INDEX "status_periods_status";--> statement-breakpoint
CREATE INDEX "status_periods_status" ON "status_periods" USING btree ("environment","status_key","ended_at","tool","duration_s");--> statement-breakpoint
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
  GROUP BY environment, facet, value, gone
$$;--> statement-breakpoint
SELECT landfall_recount_imports();
