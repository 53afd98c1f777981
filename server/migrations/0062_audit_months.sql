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

-- Row security of a partition has no policy, so that only statements on audit_event, with its policies, reach its rows.
CREATE PROCEDURE protect_audit_month(partition_name text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE audit_month.%I ENABLE ROW LEVEL SECURITY', partition_name);
  EXECUTE format('ALTER TABLE audit_month.%I FORCE ROW LEVEL SECURITY', partition_name);
  EXECUTE format('CREATE OR REPLACE TRIGGER kept_as_written BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_month.%I FOR EACH STATEMENT EXECUTE FUNCTION kept_as_written()', partition_name);
END $$;
REVOKE ALL ON PROCEDURE protect_audit_month(text) FROM PUBLIC;

-- Makes the missing partitions of the month of a time and of the two after it; returns their names. Entries that the
-- partition `other` has taken for such a month move to it. Writers do not wait, except for those of `other`.
CREATE FUNCTION make_audit_months(around timestamptz) RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '2s' AS $$
DECLARE
  month timestamptz;
  ends timestamptz;
  partition_name text;
BEGIN
  FOR month IN SELECT date_trunc('month', around) + make_interval(months => after) FROM generate_series(0, 2) AS after LOOP
    ends := month + interval '1 month';
    partition_name := to_char(ends, '"before_"YYYYMMDD');
    -- The first partition has no start, so nothing is missing before its end.
    CONTINUE WHEN partition_name <= (
        SELECT min(relname::text) FROM pg_class WHERE relnamespace = 'audit_month'::regnamespace AND relname LIKE 'before\_%' AND relkind = 'r')
      OR EXISTS (SELECT FROM pg_class WHERE relnamespace = 'audit_month'::regnamespace AND relname = partition_name);
    EXECUTE format('CREATE TABLE audit_month.%I (LIKE audit_event INCLUDING DEFAULTS)', partition_name);
    LOCK TABLE audit_month.other IN ACCESS EXCLUSIVE MODE;
    ALTER TABLE audit_month.other NO FORCE ROW LEVEL SECURITY;
    IF EXISTS (SELECT FROM audit_month.other WHERE "time" >= month AND "time" < ends) THEN
      ALTER TABLE audit_month.other DISABLE TRIGGER kept_as_written;
      EXECUTE format('WITH own AS (DELETE FROM audit_month.other WHERE "time" >= %L AND "time" < %L RETURNING *) INSERT INTO audit_month.%I SELECT * FROM own', month, ends, partition_name);
      ALTER TABLE audit_month.other ENABLE TRIGGER kept_as_written;
    END IF;
    ALTER TABLE audit_month.other FORCE ROW LEVEL SECURITY;
    EXECUTE format('ALTER TABLE audit_event ATTACH PARTITION audit_month.%I FOR VALUES FROM (%L) TO (%L)', partition_name, month, ends);
    CALL protect_audit_month(partition_name);
    RETURN NEXT partition_name;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION make_audit_months(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_audit_months(timestamptz) TO courier_platform;

DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'audit_month'::regnamespace AND relkind = 'r' LOOP
    CALL protect_audit_month(name);
  END LOOP;
  PERFORM make_audit_months(now());
END $$;
