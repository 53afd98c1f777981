-- compatible-from: 0061
-- The audit trail in one partition per month, so that old months can be archived and dropped (decision 0131). The
-- partitions are in a schema of their own that the roles of the product cannot use: they reach entries only through
-- audit_event and its policies. The existing table becomes the first partition; its rows are not copied.
CREATE SCHEMA audit_month;
COMMENT ON SCHEMA audit_month IS 'Partitions of audit_event, named by their exclusive end in UTC: before_20270101. `other` holds what no month takes.';

DO $$
DECLARE
  next_month timestamptz := (date_trunc('month', now() AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC';
  first_name text := to_char(next_month AT TIME ZONE 'UTC', '"before_"YYYYMMDD');
  newest record;
BEGIN
  DROP TRIGGER kept_as_written ON audit_event;
  DROP POLICY tenant ON audit_event;
  DROP POLICY platform ON audit_event;
  DROP POLICY trail ON audit_event;
  ALTER TABLE audit_event NO FORCE ROW LEVEL SECURITY;
  REVOKE ALL ON audit_event FROM courier_app, courier_platform;
  -- Lists by time read the key of the month: ids rise with time, and the key contains the time.
  DROP INDEX audit_event_time;
  ALTER TABLE audit_event DROP CONSTRAINT audit_event_pkey;
  ALTER TABLE audit_event SET SCHEMA audit_month;
  EXECUTE format('ALTER TABLE audit_month.audit_event RENAME TO %I', first_name);

  EXECUTE format('CREATE TABLE audit_event (LIKE audit_month.%I INCLUDING COMMENTS INCLUDING DEFAULTS INCLUDING IDENTITY) PARTITION BY RANGE ("time")', first_name);
  SELECT last_value, is_called INTO newest FROM audit_month.audit_event_id_seq;
  PERFORM setval('audit_event_id_seq', newest.last_value, newest.is_called);
  EXECUTE format('ALTER TABLE audit_month.%I ALTER COLUMN id DROP IDENTITY', first_name);

  ALTER TABLE audit_event ADD PRIMARY KEY (provider_id, id, "time");
  ALTER TABLE audit_event ADD FOREIGN KEY (provider_id) REFERENCES provider (id);
  CREATE INDEX audit_event_object ON audit_event (provider_id, object_type, object_id, id DESC);
  CREATE INDEX audit_event_source ON audit_event (provider_id, source, id DESC);
  COMMENT ON TABLE audit_event IS 'One change of one row: who, when, from what to what. Written by the trigger audit_row only, never changed. One partition per month.';

  -- A clock that was ahead may have written entries that belong to no month of now.
  CREATE TABLE audit_month.other (LIKE audit_event INCLUDING DEFAULTS);
  EXECUTE format('WITH ahead AS (DELETE FROM audit_month.%I WHERE "time" >= %L RETURNING *) INSERT INTO audit_month.other SELECT * FROM ahead', first_name, next_month);
  EXECUTE format('ALTER TABLE audit_event ATTACH PARTITION audit_month.%I FOR VALUES FROM (MINVALUE) TO (%L)', first_name, next_month);
  ALTER TABLE audit_event ATTACH PARTITION audit_month.other DEFAULT;

  DELETE FROM tenant_table_decision WHERE table_name = 'audit_event';
  CALL tenant_table('audit_event', NULL, 'It is the audit.');
  REVOKE INSERT, UPDATE, DELETE ON audit_event FROM courier_app, courier_platform;
  -- audit_row writes as the owner, whom forced row security would stop.
  EXECUTE format('CREATE POLICY trail ON audit_event FOR INSERT TO %I WITH CHECK (true)', current_user);
  CREATE TRIGGER kept_as_written BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event
    FOR EACH STATEMENT EXECUTE FUNCTION kept_as_written();
END $$;

-- The only policy of a partition lets the owner read it; all others reach its rows through audit_event and its policies.
CREATE PROCEDURE protect_audit_month(partition_name text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE audit_month.%I ENABLE ROW LEVEL SECURITY', partition_name);
  EXECUTE format('ALTER TABLE audit_month.%I FORCE ROW LEVEL SECURITY', partition_name);
  EXECUTE format('CREATE POLICY archived ON audit_month.%I FOR SELECT TO %I USING (true)', partition_name, current_user);
  EXECUTE format('CREATE TRIGGER kept_as_written BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_month.%I FOR EACH STATEMENT EXECUTE FUNCTION kept_as_written()', partition_name);
END $$;
REVOKE ALL ON PROCEDURE protect_audit_month(text) FROM PUBLIC;

DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'audit_month'::regnamespace AND relkind = 'r' LOOP
    CALL protect_audit_month(name);
  END LOOP;
END $$;
