CREATE TABLE "audit" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"environment" text,
	"subject" text NOT NULL,
	"address" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"request_id" text NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "budget" (
	"name" text PRIMARY KEY NOT NULL,
	"next_free_at" timestamp (3) with time zone NOT NULL,
	"paused_until" timestamp (3) with time zone,
	"people_active_until" timestamp (3) with time zone,
	"watcher_not_before" timestamp (3) with time zone,
	"people_slots" bigint DEFAULT 0 NOT NULL,
	"watcher_slots" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bulk_lookups" (
	"run_id" text NOT NULL,
	"position" integer NOT NULL,
	"environment" text NOT NULL,
	"username" text NOT NULL,
	"state" text NOT NULL,
	"found" integer,
	"problem" text,
	"by" text NOT NULL,
	"staff_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone,
	CONSTRAINT "bulk_lookups_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"environment" text NOT NULL,
	"subject" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "creation_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"username" text,
	"tool" text NOT NULL,
	"family" text,
	"instance_url" text,
	"start_full" boolean DEFAULT false NOT NULL,
	"known_ids" jsonb,
	"state" text NOT NULL,
	"import_id" text,
	"errors" jsonb,
	"message" text DEFAULT '' NOT NULL,
	"by" text NOT NULL,
	"staff_id" uuid,
	"link_id" uuid,
	"visitor_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"looks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"replaced_by" uuid
);
--> statement-breakpoint
CREATE TABLE "import_counts" (
	"environment" text NOT NULL,
	"status_key" text NOT NULL,
	"gone" boolean NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "import_counts_environment_status_key_gone_pk" PRIMARY KEY("environment","status_key","gone")
);
--> statement-breakpoint
CREATE TABLE "import_facts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "import_facts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"import_id" text NOT NULL,
	"field" text NOT NULL,
	"value" text NOT NULL,
	"source" text NOT NULL,
	"by" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "import_secrets" (
	"environment" text NOT NULL,
	"import_id" text NOT NULL,
	"redirect_url_sealed" "bytea",
	"token_fingerprint" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "import_secrets_environment_import_id_pk" PRIMARY KEY("environment","import_id")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"environment" text NOT NULL,
	"id" text NOT NULL,
	"username" text,
	"tool" text,
	"family" text,
	"instance_url" text,
	"status_text" text,
	"status_key" text,
	"status_family" text DEFAULT 'unknown' NOT NULL,
	"since_from" timestamp (3) with time zone,
	"since_to" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"seen_by" text NOT NULL,
	"gone" boolean DEFAULT false NOT NULL,
	"warnings" integer DEFAULT 0 NOT NULL,
	"records" integer,
	"users_matched" integer,
	"users_total" integer,
	"decision" text DEFAULT 'none' NOT NULL,
	"created_at" timestamp (3) with time zone,
	"created_by" text,
	"demo" boolean DEFAULT false NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"words" text[] NOT NULL,
	CONSTRAINT "imports_environment_id_pk" PRIMARY KEY("environment","id")
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"import_id" text NOT NULL,
	"text" text NOT NULL,
	"staff_id" uuid NOT NULL,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "observations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "observations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"import_id" text NOT NULL,
	"source" text NOT NULL,
	"status" text,
	"gone" boolean DEFAULT false NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"happened_at" timestamp (3) with time zone,
	"previous_seen_at" timestamp (3) with time zone,
	"facts" jsonb NOT NULL,
	"told" jsonb NOT NULL,
	"raw_sealed" "bytea",
	"by" text,
	"delivery_id" uuid,
	"fingerprint" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sightings" (
	"environment" text NOT NULL,
	"import_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"source" text NOT NULL,
	"by" text,
	"status" text,
	"gone" boolean NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"told" jsonb NOT NULL,
	CONSTRAINT "sightings_environment_import_id_fingerprint_pk" PRIMARY KEY("environment","import_id","fingerprint")
);
--> statement-breakpoint
CREATE TABLE "stays" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stays_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"environment" text NOT NULL,
	"import_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"status_key" text NOT NULL,
	"tool" text,
	"stayed_s" integer NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watch" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"next_look_at" timestamp (3) with time zone NOT NULL,
	"last_look_at" timestamp (3) with time zone,
	"rate" double precision NOT NULL,
	"rest_s" integer,
	"urgent" boolean DEFAULT false NOT NULL,
	"unlisted" boolean DEFAULT false NOT NULL,
	"hinted" boolean DEFAULT false NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"claimed_by" text,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "watch_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TABLE "bulk_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"kind" text NOT NULL,
	"staff_id" uuid,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"claimed_until" timestamp (3) with time zone,
	"items" jsonb NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decision_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "decision_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"decision_id" uuid NOT NULL,
	"from" text,
	"to" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL,
	"says" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"import_id" text,
	"attempt_id" uuid,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"username" text,
	"proposed_by_id" uuid,
	"proposed_by" text NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"approved_by_id" uuid,
	"approved_by" text,
	"approved_at" timestamp (3) with time zone,
	"needs_second" boolean DEFAULT false NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"approval_reason" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"policy_version" integer NOT NULL,
	"policy_says" text DEFAULT '' NOT NULL,
	"budget_override" boolean DEFAULT false NOT NULL,
	"sends" integer DEFAULT 0 NOT NULL,
	"not_sent" integer DEFAULT 0 NOT NULL,
	"first_not_sent_at" timestamp (3) with time zone,
	"not_before" timestamp (3) with time zone,
	"claims" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"answered_at" timestamp (3) with time zone,
	"answer_status" integer,
	"outcome" text DEFAULT '' NOT NULL,
	"late_answer" jsonb,
	"resolution" text,
	"resolved_by_id" uuid,
	"resolved_by" text,
	"resolved_at" timestamp (3) with time zone,
	"resolution_reason" text DEFAULT '' NOT NULL,
	"bulk_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "decisions_two_people" CHECK (not needs_second or approved_by_id is null or proposed_by_id is null or approved_by_id <> proposed_by_id)
);
--> statement-breakpoint
CREATE TABLE "full_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"import_id" text,
	"source" text NOT NULL,
	"verified" boolean NOT NULL,
	"username" text,
	"tool" text,
	"message" text DEFAULT '' NOT NULL,
	"by" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_why" text
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"version" integer PRIMARY KEY NOT NULL,
	"policy" jsonb NOT NULL,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refusals" (
	"who" text NOT NULL,
	"place" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refusals_who_place_window_start_pk" PRIMARY KEY("who","place","window_start")
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_act_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"address" text NOT NULL,
	"user_agent" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"source" text NOT NULL,
	"password_hash" text,
	"oidc_subject" text,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "throttle_hits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"bucket" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"weight" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "start_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"instance_url" text,
	"tools" jsonb,
	"family" text,
	"language" text,
	"one_use" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"import_id" text,
	"made_by" text NOT NULL,
	"staff_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_settings" (
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"value" jsonb NOT NULL,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "app_settings_key_version_pk" PRIMARY KEY("key","version")
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tool_lists" (
	"environment" text NOT NULL,
	"family" text NOT NULL,
	"tools" jsonb NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tool_lists_environment_family_pk" PRIMARY KEY("environment","family")
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"content_hash" text NOT NULL,
	"body_sealed" "bytea" NOT NULL,
	"body_bytes" integer NOT NULL,
	"headers" jsonb NOT NULL,
	"verdict" text NOT NULL,
	"reason" text NOT NULL,
	"scheme" text,
	"import_id" text,
	"status" text,
	"happened_at" timestamp (3) with time zone,
	"times" integer DEFAULT 1 NOT NULL,
	"last_received_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone,
	"applied_by" text,
	"claimed_until" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"address" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_counters" (
	"verdict" text PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "decision_steps" ADD CONSTRAINT "decision_steps_decision_id_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."decisions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","seq");--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject","seq");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor_id","seq");--> statement-breakpoint
CREATE INDEX "bulk_lookups_waiting" ON "bulk_lookups" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "changes_at" ON "changes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "creation_attempts_state" ON "creation_attempts" USING btree ("state","lease_until");--> statement-breakpoint
CREATE INDEX "creation_attempts_username" ON "creation_attempts" USING btree ("environment","username");--> statement-breakpoint
CREATE INDEX "creation_attempts_link" ON "creation_attempts" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "creation_attempts_import" ON "creation_attempts" USING btree ("environment","import_id");--> statement-breakpoint
CREATE INDEX "import_facts_import" ON "import_facts" USING btree ("environment","import_id","id");--> statement-breakpoint
CREATE INDEX "import_secrets_token" ON "import_secrets" USING btree ("token_fingerprint");--> statement-breakpoint
CREATE INDEX "imports_seen" ON "imports" USING btree ("environment","seen_at","id");--> statement-breakpoint
CREATE INDEX "imports_since" ON "imports" USING btree ("environment",coalesce(since_to, first_seen_at),"id");--> statement-breakpoint
CREATE INDEX "imports_created" ON "imports" USING btree ("environment",coalesce(created_at, first_seen_at),"id");--> statement-breakpoint
CREATE INDEX "imports_warnings" ON "imports" USING btree ("environment","warnings","id");--> statement-breakpoint
CREATE INDEX "imports_username" ON "imports" USING btree ("environment",(username is null),left(lower(coalesce(username, '')), 200),"id");--> statement-breakpoint
CREATE INDEX "imports_status_seen" ON "imports" USING btree ("environment","status_key","seen_at","id");--> statement-breakpoint
CREATE INDEX "imports_status_since" ON "imports" USING btree ("environment","status_key","gone","since_to");--> statement-breakpoint
CREATE INDEX "imports_decision" ON "imports" USING btree ("environment","decision","seen_at","id");--> statement-breakpoint
CREATE INDEX "imports_tool" ON "imports" USING btree ("environment","tool","seen_at","id");--> statement-breakpoint
CREATE INDEX "imports_family" ON "imports" USING btree ("environment","family","seen_at","id");--> statement-breakpoint
CREATE INDEX "imports_created_by" ON "imports" USING btree ("environment","created_by","seen_at","id");--> statement-breakpoint
CREATE INDEX "imports_gone" ON "imports" USING btree ("environment","gone","seen_at","id");--> statement-breakpoint
CREATE INDEX "imports_words" ON "imports" USING gin (array_to_tsvector(words));--> statement-breakpoint
CREATE INDEX "imports_moving" ON "imports" USING btree ("environment","seen_at") WHERE not gone and (status_key is null or status_key not in ('Migration completed', 'Migration cleaned'));--> statement-breakpoint
CREATE INDEX "notes_import" ON "notes" USING btree ("environment","import_id","at");--> statement-breakpoint
CREATE INDEX "observations_import" ON "observations" USING btree ("environment","import_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "observations_fingerprint" ON "observations" USING btree ("environment","import_id","fingerprint");--> statement-breakpoint
CREATE INDEX "stays_status" ON "stays" USING btree ("environment","status_key","ended_at");--> statement-breakpoint
CREATE INDEX "stays_import" ON "stays" USING btree ("environment","import_id");--> statement-breakpoint
CREATE INDEX "watch_next" ON "watch" USING btree ("next_look_at");--> statement-breakpoint
CREATE INDEX "watch_hinted" ON "watch" USING btree ("next_look_at") WHERE hinted;--> statement-breakpoint
CREATE INDEX "decision_steps_decision" ON "decision_steps" USING btree ("decision_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_one_open" ON "decisions" USING btree ("environment","import_id") WHERE state in ('proposed', 'approved', 'sending', 'unknown') and import_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "decisions_attempt" ON "decisions" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "decisions_import" ON "decisions" USING btree ("environment","import_id","created_at");--> statement-breakpoint
CREATE INDEX "decisions_state" ON "decisions" USING btree ("state","lease_until");--> statement-breakpoint
CREATE INDEX "decisions_month" ON "decisions" USING btree ("environment","sent_at");--> statement-breakpoint
CREATE INDEX "decisions_username" ON "decisions" USING btree ("environment","username");--> statement-breakpoint
CREATE INDEX "decisions_bulk" ON "decisions" USING btree ("bulk_id");--> statement-breakpoint
CREATE INDEX "full_requests_import" ON "full_requests" USING btree ("environment","import_id");--> statement-breakpoint
CREATE INDEX "full_requests_open" ON "full_requests" USING btree ("environment","closed_at","asked_at");--> statement-breakpoint
CREATE UNIQUE INDEX "full_requests_one_open" ON "full_requests" USING btree ("environment","import_id") WHERE closed_at is null and import_id is not null;--> statement-breakpoint
CREATE INDEX "refusals_window" ON "refusals" USING btree ("window_start");--> statement-breakpoint
CREATE INDEX "saved_views_staff" ON "saved_views" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "sessions_staff" ON "sessions" USING btree ("staff_id");--> statement-breakpoint
CREATE UNIQUE INDEX "staff_email" ON "staff" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "staff_oidc_subject" ON "staff" USING btree ("oidc_subject");--> statement-breakpoint
CREATE INDEX "throttle_hits_bucket_at" ON "throttle_hits" USING btree ("bucket","at");--> statement-breakpoint
CREATE INDEX "throttle_hits_at" ON "throttle_hits" USING btree ("at");--> statement-breakpoint
CREATE INDEX "start_links_username" ON "start_links" USING btree ("username");--> statement-breakpoint
CREATE INDEX "start_links_import" ON "start_links" USING btree ("import_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deliveries_content" ON "deliveries" USING btree ("content_hash","verdict");--> statement-breakpoint
CREATE INDEX "deliveries_received" ON "deliveries" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_verdict" ON "deliveries" USING btree ("verdict","received_at","id");--> statement-breakpoint
CREATE INDEX "deliveries_pending" ON "deliveries" USING btree ("claimed_until") WHERE verdict = 'verified' and applied_at is null;--> statement-breakpoint
CREATE INDEX "deliveries_import" ON "deliveries" USING btree ("import_id","received_at");