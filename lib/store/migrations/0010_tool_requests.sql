CREATE TABLE "tool_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"username" text,
	"tool" text NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"email" text,
	"language" text,
	"handled_at" timestamp (3) with time zone,
	"handled_by" text,
	"note" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "tool_requests_at" ON "tool_requests" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "tool_requests_open" ON "tool_requests" USING btree ("at","id") WHERE handled_at is null;