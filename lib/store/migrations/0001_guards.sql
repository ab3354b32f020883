-- What was observed is never rewritten (promise 4). The database itself refuses, so that no code path, script or
-- careless statement can change history; only a superuser who disables the triggers first could.
CREATE FUNCTION "landfall_refuse_rewrite"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, lower(TG_OP) USING ERRCODE = 'integrity_constraint_violation';
END;
$$;--> statement-breakpoint
CREATE TRIGGER "audit_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION "landfall_refuse_rewrite"();--> statement-breakpoint
CREATE TRIGGER "observations_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "observations" FOR EACH STATEMENT EXECUTE FUNCTION "landfall_refuse_rewrite"();--> statement-breakpoint
CREATE TRIGGER "import_facts_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "import_facts" FOR EACH STATEMENT EXECUTE FUNCTION "landfall_refuse_rewrite"();--> statement-breakpoint
CREATE TRIGGER "decision_steps_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "decision_steps" FOR EACH STATEMENT EXECUTE FUNCTION "landfall_refuse_rewrite"();
