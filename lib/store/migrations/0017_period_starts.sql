ALTER TABLE "status_periods" ALTER COLUMN "duration_s" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "status_periods" ALTER COLUMN "ended_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "status_periods" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
-- Rows without a start are from before this migration, or from a version before it that still runs. That stores no period
-- that ended when the import was gone.
CREATE OR REPLACE FUNCTION "landfall_completed_by"("p" "status_periods", "is_gone" boolean) RETURNS timestamptz LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p.status_key = 'Migration completed' THEN coalesce(p.started_at, p.ended_at - p.duration_s * interval '1 second')
    WHEN p.status_key = 'Migration in progress' AND is_gone AND p.started_at IS NULL THEN p.ended_at END
$$;