-- Entries of the old chain stay as they are until the app converts them at its next start: their commitments need random
-- salts, and their MACs a key that is not in the database.
ALTER TABLE "audit" RENAME TO "audit_v1";--> statement-breakpoint
ALTER INDEX "audit_pkey" RENAME TO "audit_v1_pkey";--> statement-breakpoint
ALTER INDEX "audit_at" RENAME TO "audit_v1_at";--> statement-breakpoint
ALTER INDEX "audit_action" RENAME TO "audit_v1_action";--> statement-breakpoint
ALTER INDEX "audit_subject" RENAME TO "audit_v1_subject";--> statement-breakpoint
ALTER INDEX "audit_actor" RENAME TO "audit_v1_actor";--> statement-breakpoint
ALTER TRIGGER "audit_append_only" ON "audit_v1" RENAME TO "audit_v1_append_only";--> statement-breakpoint
CREATE TABLE "audit" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"environment" text,
	"request_id" text NOT NULL,
	"commitments" jsonb NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	"key_id" text NOT NULL,
	"mac" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_values" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"actor" text,
	"subject" text,
	"address" text,
	"before" jsonb,
	"after" jsonb,
	"salts" jsonb NOT NULL,
	"erased_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "audit_values" ADD CONSTRAINT "audit_values_seq_audit_seq_fk" FOREIGN KEY ("seq") REFERENCES "public"."audit"("seq") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_action" ON "audit" USING btree ("action","seq");--> statement-breakpoint
CREATE INDEX "audit_actor" ON "audit" USING btree ("actor_id","seq");--> statement-breakpoint
CREATE INDEX "audit_values_subject" ON "audit_values" USING btree ("subject","seq");--> statement-breakpoint
CREATE TRIGGER "audit_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION "landfall_refuse_rewrite"();--> statement-breakpoint
CREATE TRIGGER "audit_values_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_values" FOR EACH STATEMENT EXECUTE FUNCTION "landfall_refuse_rewrite"();
