DROP INDEX "start_links_username";--> statement-breakpoint
DROP INDEX "start_links_import";--> statement-breakpoint
ALTER TABLE "bulk_lookups" DROP COLUMN "done_at";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "status_family";--> statement-breakpoint
ALTER TABLE "stays" DROP COLUMN "fingerprint";--> statement-breakpoint
ALTER TABLE "watch" DROP COLUMN "last_look_at";--> statement-breakpoint
ALTER TABLE "refusals" DROP COLUMN "last_at";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "address";--> statement-breakpoint
ALTER TABLE "sessions" DROP COLUMN "user_agent";--> statement-breakpoint
ALTER TABLE "throttle_hits" DROP COLUMN "weight";--> statement-breakpoint
ALTER TABLE "start_links" DROP COLUMN "used_at";--> statement-breakpoint
ALTER TABLE "start_links" DROP COLUMN "import_id";