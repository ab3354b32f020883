CREATE TABLE "passkey_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"staff_id" uuid,
	"challenge" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"staff_id" uuid NOT NULL,
	"name" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"backed_up" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"staff_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_staff_id_code_hash_pk" PRIMARY KEY("staff_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "customer_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"import_id" text NOT NULL,
	"kind" text NOT NULL,
	"created_by" text NOT NULL,
	"staff_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"uses" integer DEFAULT 0 NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text
);
--> statement-breakpoint
CREATE TABLE "data_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"key_encrypted" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "authenticated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "sessions" SET "authenticated_at" = "created_at";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "passkey_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "password_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "start_links" ADD COLUMN "revoked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "start_links" ADD COLUMN "revoked_by" text;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_staff" ON "passkeys" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "customer_links_import" ON "customer_links" USING btree ("environment","import_id");--> statement-breakpoint
CREATE INDEX "customer_links_expires" ON "customer_links" USING btree ("expires_at");--> statement-breakpoint
-- Retention, erasure and key rotation are the exceptions to append-only. They go through landfall_maintain alone, which
-- switches the guards off for itself. With DATABASE_OWNER_URL the app's role may call it, but has no right to update or
-- delete these tables and cannot change the guards. No other role may call it. Its search path has temporary tables last,
-- because the caller could put a table with its own triggers in front of ours.
CREATE OR REPLACE FUNCTION "landfall_refuse_rewrite"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('landfall.maintenance', true), '') = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, lower(TG_OP) USING ERRCODE = 'integrity_constraint_violation';
END;
$$;--> statement-breakpoint
CREATE FUNCTION "landfall_maintain"("action" text, "args" jsonb) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  changed bigint := 0;
  ids text[];
BEGIN
  PERFORM set_config('landfall.maintenance', 'on', true);
  CASE action
    -- args: { environment, ids }. Removes what was observed of these imports.
    WHEN 'delete_observed' THEN
      ids := ARRAY(SELECT jsonb_array_elements_text(args->'ids'));
      DELETE FROM observations WHERE environment = args->>'environment' AND import_id = ANY(ids);
      GET DIAGNOSTICS changed = ROW_COUNT;
      DELETE FROM import_facts WHERE environment = args->>'environment' AND import_id = ANY(ids);
    -- args: { ids }. Removes the raw responses of these observations.
    WHEN 'drop_raw' THEN
      UPDATE observations SET raw_encrypted = NULL
        WHERE id = ANY(ARRAY(SELECT jsonb_array_elements_text(args->'ids')::bigint));
      GET DIAGNOSTICS changed = ROW_COUNT;
    -- args: { rows: [{ id, was, raw }] } in hex. Replaces the encryption of raw responses.
    WHEN 'replace_raw' THEN
      UPDATE observations SET raw_encrypted = decode(given.raw, 'hex')
        FROM jsonb_to_recordset(args->'rows') AS given(id bigint, was text, raw text)
        WHERE observations.id = given.id AND observations.raw_encrypted = decode(given.was, 'hex');
      GET DIAGNOSTICS changed = ROW_COUNT;
    -- args: { ids }. Removes free text from the steps of these decisions.
    WHEN 'clear_decision_steps' THEN
      UPDATE decision_steps SET explanation = ''
        WHERE decision_id = ANY(ARRAY(SELECT jsonb_array_elements_text(args->'ids')::uuid));
      GET DIAGNOSTICS changed = ROW_COUNT;
    -- args: { entries: [{ seq, fields }], at }. Removes values and their salts; the entries with their hashes stay.
    WHEN 'erase_audit_values' THEN
      UPDATE audit_values SET
          actor = CASE WHEN given.fields ? 'actor' THEN NULL ELSE actor END,
          subject = CASE WHEN given.fields ? 'subject' THEN NULL ELSE subject END,
          address = CASE WHEN given.fields ? 'address' THEN NULL ELSE address END,
          before = CASE WHEN given.fields ? 'before' THEN NULL ELSE before END,
          after = CASE WHEN given.fields ? 'after' THEN NULL ELSE after END,
          salts = salts - ARRAY(SELECT jsonb_array_elements_text(given.fields)),
          erased_at = (args->>'at')::timestamptz
        FROM jsonb_to_recordset(args->'entries') AS given(seq bigint, fields jsonb)
        WHERE audit_values.seq = given.seq;
      GET DIAGNOSTICS changed = ROW_COUNT;
    -- Removes entries that were copied into the chain of commitments.
    WHEN 'delete_converted_audit' THEN
      DELETE FROM audit_v1;
      GET DIAGNOSTICS changed = ROW_COUNT;
  END CASE;
  PERFORM set_config('landfall.maintenance', 'off', true);
  RETURN changed;
END;
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "landfall_maintain"(text, jsonb) FROM PUBLIC;
