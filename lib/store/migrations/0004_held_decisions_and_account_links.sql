CREATE TABLE "pending_policies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"policy" jsonb NOT NULL,
	"based_on" integer NOT NULL,
	"proposed_by_id" uuid NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by" text,
	"close_reason" text
);
--> statement-breakpoint
CREATE TABLE "account_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"shown_to_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"confirmed_by_id" uuid,
	"confirmed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "last_approver_id" uuid;--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "last_approver" text;--> statement-breakpoint
ALTER TABLE "decisions" ADD COLUMN "confirmed_status" text;--> statement-breakpoint
ALTER TABLE "full_requests" ADD COLUMN "closed_by_status" text;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_shown_to_id_staff_id_fk" FOREIGN KEY ("shown_to_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links_confirmed_by_id_staff_id_fk" FOREIGN KEY ("confirmed_by_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pending_policies_one_open" ON "pending_policies" USING btree ((closed_at is null)) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "account_links_staff" ON "account_links" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "account_links_created" ON "account_links" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "decisions_due" ON "decisions" USING btree ("not_before") WHERE state = 'approved';--> statement-breakpoint
CREATE INDEX "full_requests_closed_by_status" ON "full_requests" USING btree ("environment","import_id") WHERE closed_by_status is not null;