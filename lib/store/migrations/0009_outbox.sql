CREATE TABLE "alerts" (
	"key" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_contacts" (
	"environment" text NOT NULL,
	"import_id" text NOT NULL,
	"email" text,
	"language" text,
	"source" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"unsubscribed_at" timestamp (3) with time zone,
	"bounced_at" timestamp (3) with time zone,
	"bounce_reason" text DEFAULT '' NOT NULL,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customer_contacts_environment_import_id_pk" PRIMARY KEY("environment","import_id")
);
--> statement-breakpoint
CREATE TABLE "notification_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"rule" text NOT NULL,
	"kind" text NOT NULL,
	"environment" text NOT NULL,
	"import_id" text,
	"data" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"staff_id" uuid,
	"events" jsonb NOT NULL,
	"environment" text NOT NULL,
	"channel" text NOT NULL,
	"addresses" jsonb NOT NULL,
	"target_encrypted" "bytea",
	"target_host" text,
	"schedule" text NOT NULL,
	"time" text,
	"zone" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"outcome" text NOT NULL,
	"status" integer,
	"response" text DEFAULT '' NOT NULL,
	"duration_ms" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text NOT NULL,
	"environment" text NOT NULL,
	"import_id" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"audience" text NOT NULL,
	"channel" text NOT NULL,
	"event" text NOT NULL,
	"environment" text,
	"import_id" text,
	"rule_id" uuid,
	"recipient" text NOT NULL,
	"language" text,
	"subject" text DEFAULT '' NOT NULL,
	"content_encrypted" "bytea",
	"situation" text,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"lease_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "creation_attempts" ADD COLUMN "contact_email" text;--> statement-breakpoint
ALTER TABLE "creation_attempts" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "notification_rules" ADD CONSTRAINT "notification_rules_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outbox_attempts" ADD CONSTRAINT "outbox_attempts_message_id_outbox_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."outbox_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_contacts_email" ON "customer_contacts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "notification_items_rule" ON "notification_items" USING btree ("rule","due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_rules_person" ON "notification_rules" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "outbox_attempts_message" ON "outbox_attempts" USING btree ("message_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_messages_key" ON "outbox_messages" USING btree ("key");--> statement-breakpoint
CREATE INDEX "outbox_messages_due" ON "outbox_messages" USING btree ("channel","next_at") WHERE state in ('pending', 'sending');--> statement-breakpoint
CREATE INDEX "outbox_messages_import" ON "outbox_messages" USING btree ("environment","import_id","created_at");--> statement-breakpoint
CREATE INDEX "outbox_messages_recipient" ON "outbox_messages" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE INDEX "outbox_messages_rule" ON "outbox_messages" USING btree ("rule_id","created_at");--> statement-breakpoint
CREATE INDEX "outbox_messages_state" ON "outbox_messages" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "outbox_messages_created" ON "outbox_messages" USING btree ("created_at","id");--> statement-breakpoint
-- Written by the database, so that no writer can forget it, and in the transaction of the change.
CREATE FUNCTION "landfall_record_import_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO outbox_events (kind, environment, import_id, data)
      VALUES ('import', NEW.environment, NEW.id, jsonb_build_object('from', NULL));
  ELSE
    INSERT INTO outbox_events (kind, environment, import_id, data)
      VALUES ('import', NEW.environment, NEW.id, jsonb_build_object('from',
        jsonb_build_object('status', OLD.status_key, 'gone', OLD.gone, 'decision', OLD.decision, 'warnings', OLD.warnings)));
  END IF;
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "imports_event_new" AFTER INSERT ON "imports" FOR EACH ROW EXECUTE FUNCTION "landfall_record_import_event"();--> statement-breakpoint
-- Not when an import was only seen again, which happens with every poll.
CREATE TRIGGER "imports_event_changed" AFTER UPDATE ON "imports" FOR EACH ROW
  WHEN ((OLD.status_key, OLD.gone, OLD.decision, OLD.warnings > 50)
    IS DISTINCT FROM (NEW.status_key, NEW.gone, NEW.decision, NEW.warnings > 50))
  EXECUTE FUNCTION "landfall_record_import_event"();--> statement-breakpoint
-- A lost creation may be found long after its import.
CREATE FUNCTION "landfall_record_attempt_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox_events (kind, environment, import_id, data)
    VALUES ('import', NEW.environment, NEW.import_id, jsonb_build_object('from', NULL));
  RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "creation_attempts_event_new" AFTER INSERT ON "creation_attempts" FOR EACH ROW
  WHEN (NEW.import_id IS NOT NULL) EXECUTE FUNCTION "landfall_record_attempt_event"();--> statement-breakpoint
CREATE TRIGGER "creation_attempts_event_changed" AFTER UPDATE ON "creation_attempts" FOR EACH ROW
  WHEN (NEW.import_id IS NOT NULL AND OLD.import_id IS DISTINCT FROM NEW.import_id)
  EXECUTE FUNCTION "landfall_record_attempt_event"();
