-- compatible-from: 0062
-- Old months of the audit trail are written to files, verified against their seals, and only then dropped (decision 0131).
CREATE TABLE audit_archive (
  provider_id integer NOT NULL REFERENCES provider (id),
  month_end timestamptz NOT NULL,
  part integer NOT NULL,
  file text NOT NULL,
  digest text NOT NULL,
  bytes bigint NOT NULL,
  entries bigint NOT NULL,
  first_id bigint NOT NULL,
  last_id bigint NOT NULL,
  objects jsonb NOT NULL,
  time timestamptz NOT NULL,
  PRIMARY KEY (provider_id, month_end, part)
);
COMMENT ON TABLE audit_archive IS 'Files with the entries of old months of the audit trail. The entries are also in the database until their partition is dropped.';
COMMENT ON COLUMN audit_archive.month_end IS 'Exclusive end of the partition, which identifies it.';
COMMENT ON COLUMN audit_archive.part IS 'The entries of one company and month are in one file, or in several when there are very many; from 1.';
COMMENT ON COLUMN audit_archive.file IS 'Key in the file store.';
COMMENT ON COLUMN audit_archive.digest IS 'SHA-256 of the file.';
COMMENT ON COLUMN audit_archive.bytes IS 'Size of the file.';
COMMENT ON COLUMN audit_archive.objects IS 'Lowest and highest object id of each object type in the file, to skip files that cannot contain an object.';
CALL tenant_table('audit_archive', NULL, 'Part of the audit itself; append-only.');
REVOKE UPDATE, DELETE ON audit_archive FROM courier_app, courier_platform;
CREATE TRIGGER kept_as_written BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_archive
  FOR EACH STATEMENT EXECUTE FUNCTION kept_as_written();

-- The function below compares as the owner, whom forced row security would show no rows.
DO $$
BEGIN
  EXECUTE format('CREATE POLICY archived ON audit_archive FOR SELECT TO %I USING (true)', current_user);
  EXECUTE format('CREATE POLICY archived ON audit_seal FOR SELECT TO %I USING (true)', current_user);
END $$;

-- Whether the partition of a month was dropped, so that its entries are only in the files.
CREATE FUNCTION is_audit_month_dropped(month_end timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT NOT EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'audit_month' AND c.relname = to_char(month_end AT TIME ZONE 'UTC', '"before_"YYYYMMDD'))
$$;

-- Returns the months that end at or before a time. The first partition has no start.
CREATE FUNCTION audit_months_until(latest timestamptz) RETURNS TABLE (starts timestamptz, ends timestamptz) LANGUAGE sql STABLE
SET timezone = 'UTC' AS $$
  SELECT CASE WHEN month.bound LIKE 'FOR VALUES FROM (MINVALUE)%' THEN NULL ELSE month.ends - interval '1 month' END, month.ends
  FROM (
    SELECT to_timestamp(substr(c.relname, 8), 'YYYYMMDD') AS ends, pg_get_expr(c.relpartbound, c.oid) AS bound
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'audit_month' AND c.relkind = 'r' AND c.relname LIKE 'before\_%') month
  WHERE month.ends <= latest
$$;

-- Drops the partition of a month if every entry in it is sealed and archived, for every company; returns whether it did.
-- Entries can be read during the check; writes of other months wait only for the drop itself.
CREATE FUNCTION drop_archived_audit_month(month_end timestamptz) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '2s' AS $$
DECLARE
  partition_name text := to_char(month_end, '"before_"YYYYMMDD');
  is_archived boolean;
BEGIN
  IF is_audit_month_dropped(month_end) THEN RETURN false; END IF;
  EXECUTE format('LOCK TABLE audit_month.%I IN SHARE MODE', partition_name);
  EXECUTE format($check$
    SELECT NOT EXISTS (
      SELECT FROM (
        SELECT provider_id, count(*) AS entries, min(id) AS first_id, max(id) AS last_id
        FROM audit_month.%I GROUP BY 1) held
      LEFT JOIN (
        SELECT provider_id, sum(entries) AS entries, min(first_id) AS first_id, max(last_id) AS last_id
        FROM audit_archive WHERE month_end = $1 GROUP BY 1) filed USING (provider_id)
      WHERE (held.entries, held.first_id, held.last_id) IS DISTINCT FROM (filed.entries, filed.first_id, filed.last_id)
        OR held.last_id > coalesce((SELECT s.last_id FROM audit_seal s WHERE s.provider_id = held.provider_id ORDER BY s.block DESC LIMIT 1), 0))
    $check$, partition_name) INTO is_archived USING month_end;
  IF is_archived THEN EXECUTE format('DROP TABLE audit_month.%I', partition_name); END IF;
  RETURN is_archived;
END $$;
REVOKE ALL ON FUNCTION drop_archived_audit_month(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION drop_archived_audit_month(timestamptz) TO courier_platform;

-- Makes the missing partitions of the month of a time and of the two after it; returns their names. Entries that the
-- partition `other` has taken for such a month move to it. A month that was archived too early, by a clock that was ahead,
-- is not made again: its later entries stay in `other`. Writers do not wait, except for those of `other`.
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
      OR EXISTS (SELECT FROM pg_class WHERE relnamespace = 'audit_month'::regnamespace AND relname = partition_name)
      OR EXISTS (SELECT FROM audit_archive WHERE month_end = ends);
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
SELECT make_audit_months(now());

-- Finds the messages whose text is removed after a while, without reading those without a text.
CREATE INDEX message_with_text ON message (provider_id, time_created) WHERE body <> '';
COMMENT ON COLUMN message.body IS 'The text, with masked PINs; empty when it was removed after the months that the operator set.';
