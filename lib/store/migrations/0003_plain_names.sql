-- Tables and columns get the names that engineers expect. Only names change: no row is rewritten.
ALTER TABLE "sightings" RENAME TO "confirmations";--> statement-breakpoint
ALTER TABLE "confirmations" RENAME CONSTRAINT "sightings_environment_import_id_fingerprint_pk" TO "confirmations_environment_import_id_fingerprint_pk";--> statement-breakpoint
ALTER TABLE "confirmations" RENAME COLUMN "told" TO "reported";--> statement-breakpoint
ALTER TABLE "observations" RENAME COLUMN "told" TO "reported";--> statement-breakpoint
ALTER TABLE "observations" RENAME COLUMN "raw_sealed" TO "raw_encrypted";--> statement-breakpoint
ALTER TABLE "imports" RENAME COLUMN "words" TO "search_terms";--> statement-breakpoint
ALTER INDEX "imports_words" RENAME TO "imports_search_terms";--> statement-breakpoint
ALTER TABLE "import_secrets" RENAME COLUMN "redirect_url_sealed" TO "redirect_url_encrypted";--> statement-breakpoint
ALTER TABLE "watch" RENAME TO "poll_units";--> statement-breakpoint
ALTER TABLE "poll_units" RENAME CONSTRAINT "watch_kind_key_pk" TO "poll_units_kind_key_pk";--> statement-breakpoint
ALTER TABLE "poll_units" RENAME COLUMN "next_look_at" TO "next_poll_at";--> statement-breakpoint
ALTER TABLE "poll_units" RENAME COLUMN "last_look_at" TO "last_poll_at";--> statement-breakpoint
ALTER TABLE "poll_units" RENAME COLUMN "rest_s" TO "fixed_interval_s";--> statement-breakpoint
ALTER INDEX "watch_next" RENAME TO "poll_units_next";--> statement-breakpoint
ALTER INDEX "watch_hinted" RENAME TO "poll_units_hinted";--> statement-breakpoint
ALTER TABLE "stays" RENAME TO "status_periods";--> statement-breakpoint
ALTER TABLE "status_periods" RENAME COLUMN "stayed_s" TO "duration_s";--> statement-breakpoint
ALTER INDEX "stays_pkey" RENAME TO "status_periods_pkey";--> statement-breakpoint
ALTER INDEX "stays_status" RENAME TO "status_periods_status";--> statement-breakpoint
ALTER INDEX "stays_import" RENAME TO "status_periods_import";--> statement-breakpoint
ALTER SEQUENCE "stays_id_seq" RENAME TO "status_periods_id_seq";--> statement-breakpoint
ALTER TABLE "creation_attempts" RENAME COLUMN "looks" TO "lookups";--> statement-breakpoint
ALTER TABLE "full_requests" RENAME COLUMN "asked_at" TO "requested_at";--> statement-breakpoint
ALTER TABLE "full_requests" RENAME COLUMN "closed_why" TO "close_reason";--> statement-breakpoint
ALTER TABLE "decisions" RENAME COLUMN "policy_says" TO "policy_explanation";--> statement-breakpoint
ALTER TABLE "decision_steps" RENAME COLUMN "says" TO "explanation";--> statement-breakpoint
ALTER TABLE "sessions" RENAME COLUMN "last_act_at" TO "last_active_at";--> statement-breakpoint
ALTER TABLE "refusals" RENAME TO "denied_calls";--> statement-breakpoint
ALTER TABLE "denied_calls" RENAME CONSTRAINT "refusals_who_place_window_start_pk" TO "denied_calls_caller_route_window_start_pk";--> statement-breakpoint
ALTER TABLE "denied_calls" RENAME COLUMN "who" TO "caller";--> statement-breakpoint
ALTER TABLE "denied_calls" RENAME COLUMN "place" TO "route";--> statement-breakpoint
ALTER INDEX "refusals_window" RENAME TO "denied_calls_window";--> statement-breakpoint
ALTER TABLE "start_links" RENAME COLUMN "made_by" TO "created_by";--> statement-breakpoint
ALTER TABLE "budget" RENAME TO "request_budget";--> statement-breakpoint
ALTER INDEX "budget_pkey" RENAME TO "request_budget_pkey";--> statement-breakpoint
ALTER TABLE "request_budget" RENAME COLUMN "watcher_not_before" TO "poller_not_before";--> statement-breakpoint
ALTER TABLE "request_budget" RENAME COLUMN "watcher_slots" TO "poller_slots";--> statement-breakpoint
ALTER TABLE "deliveries" RENAME COLUMN "body_sealed" TO "body_encrypted";
