-- A new period can only add progress, so that a change of an import with many periods need not read them all.
CREATE FUNCTION "landfall_add_period"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE imports AS i SET stage = known.stage, completed_at = known.completed_at
  FROM (
    SELECT greatest(same.stage, landfall_stage(NEW.status_key)) AS stage,
      least(same.completed_at, landfall_completed_by(NEW, same.gone AND same.status_key = 'Migration completed')) AS completed_at
    FROM imports AS same WHERE same.environment = NEW.environment AND same.id = NEW.import_id
  ) AS known
  WHERE i.environment = NEW.environment AND i.id = NEW.import_id
    AND (i.stage, i.completed_at) IS DISTINCT FROM (known.stage, known.completed_at);
  RETURN NULL;
END;
$$;--> statement-breakpoint
DROP TRIGGER "status_periods_progress" ON "status_periods";--> statement-breakpoint
CREATE TRIGGER "status_periods_progress" AFTER INSERT ON "status_periods" FOR EACH ROW
  WHEN (landfall_stage(NEW.status_key) > 0) EXECUTE FUNCTION "landfall_add_period"();--> statement-breakpoint
-- Reads the periods only where the row before does not say what they contribute.
CREATE OR REPLACE FUNCTION "landfall_set_progress"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.stage := landfall_stage(NEW.status_key);
  NEW.completed_at := CASE WHEN NEW.status_key = 'Migration completed' AND NOT NEW.gone THEN NEW.since_to END;
  IF TG_OP = 'INSERT' THEN
    RETURN NEW;
  END IF;
  IF (NEW.stage >= OLD.stage OR landfall_stage(OLD.status_key) < OLD.stage)
    AND (OLD.completed_at IS NULL OR OLD.completed_at IS DISTINCT FROM
      CASE WHEN OLD.status_key = 'Migration completed' AND NOT OLD.gone THEN OLD.since_to END)
    AND (OLD.gone AND OLD.status_key = 'Migration completed')
      IS NOT DISTINCT FROM (NEW.gone AND NEW.status_key = 'Migration completed')
  THEN
    NEW.stage := greatest(NEW.stage, OLD.stage);
    NEW.completed_at := least(NEW.completed_at, OLD.completed_at);
  ELSE
    SELECT greatest(NEW.stage, max(landfall_stage(p.status_key))),
      least(NEW.completed_at, min(landfall_completed_by(p, NEW.gone AND NEW.status_key = 'Migration completed')))
    INTO NEW.stage, NEW.completed_at
    FROM status_periods AS p WHERE p.environment = NEW.environment AND p.import_id = NEW.id;
  END IF;
  RETURN NEW;
END;
$$;
