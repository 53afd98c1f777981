-- Roles, row security, the audit trigger and numbering: what every other file uses.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- courier_app carries out what people and schedules of one company do; courier_platform what concerns all companies.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'courier_app') THEN CREATE ROLE courier_app NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'courier_platform') THEN CREATE ROLE courier_platform NOLOGIN; END IF;
  EXECUTE format('GRANT courier_app, courier_platform TO %I', current_user);
  EXECUTE format('GRANT USAGE ON SCHEMA public TO courier_app, courier_platform');
END $$;

-- Writes the audit entry of a changed row. Arguments: type of the audited object, column with its id. It runs with
-- the rights of its owner, so that nobody else can write the audit trail. Values that are only sealed with another
-- secret are left out: whoever exchanges the secret works as the owner of the database and not in one of its roles.
CREATE FUNCTION audit_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  before jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) END;
  after jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) END;
  change jsonb;
  who jsonb := current_setting('app.who')::jsonb;
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('role') = 'none' AND current_setting('app.sealing_anew', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    SELECT jsonb_object_agg(a.key, jsonb_build_object('change_from', before -> a.key, 'change_to', a.value)) INTO change
    FROM jsonb_each(after) a
    WHERE a.value IS DISTINCT FROM before -> a.key AND a.key NOT IN ('version', 'time_modified', 'modified_by', 'customer_reference_key');
    IF change IS NULL THEN RETURN NULL; END IF;
  ELSIF TG_OP = 'INSERT' THEN
    change := jsonb_build_object('change_to', jsonb_strip_nulls(after - 'provider_id' - 'customer_reference_key'));
  ELSE
    change := jsonb_build_object('change_from', jsonb_strip_nulls(before - 'provider_id' - 'customer_reference_key'));
  END IF;
  INSERT INTO audit_event (provider_id, object_type, object_id, table_name, row_id, action, source, impersonated_by, channel, request_id, client_version, change)
  VALUES (
    (coalesce(after, before) ->> 'provider_id')::int,
    TG_ARGV[0],
    (coalesce(after, before) ->> TG_ARGV[1])::bigint,
    TG_TABLE_NAME,
    (coalesce(after, before) ->> 'id')::bigint,
    lower(TG_OP),
    coalesce(who ->> 'username', 'system'),
    who ->> 'impersonated_by',
    coalesce(who ->> 'channel', 'job'),
    coalesce(who ->> 'request_id', ''),
    coalesce(who ->> 'client_version', ''),
    change
  );
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION audit_row() FROM PUBLIC;

-- Refuses every change of a table whose rows are only ever added.
CREATE FUNCTION kept_as_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is kept as it was written.', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

-- Makes a table belong to companies: row security on provider_id, enabled and forced, grants, and its audit decision.
-- CALL tenant_table('parcel', 'shipment', 'shipment_id')  audits it under the shipment;
-- CALL tenant_table('session', NULL, 'reason')            does not audit it, for the reason given.
CREATE PROCEDURE tenant_table(table_name text, audit_type text, column_or_reason text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', table_name);
  EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', table_name);
  EXECUTE format('CREATE POLICY tenant ON %I TO courier_app USING (provider_id = current_setting(''app.provider'')::int) WITH CHECK (provider_id = current_setting(''app.provider'')::int)', table_name);
  EXECUTE format('CREATE POLICY platform ON %I TO courier_platform USING (true) WITH CHECK (true)', table_name);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO courier_app, courier_platform', table_name);
  IF audit_type IS NULL THEN
    INSERT INTO tenant_table_decision VALUES (table_name, NULL, NULL, column_or_reason);
  ELSE
    EXECUTE format('CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION audit_row(%L, %L)', table_name, audit_type, column_or_reason);
    INSERT INTO tenant_table_decision VALUES (table_name, audit_type, column_or_reason, NULL);
  END IF;
END $$;

COMMENT ON TABLE schema_migration IS 'The migrations that were applied to this database, written by the process that migrates; not of a company.';
COMMENT ON COLUMN schema_migration.checksum IS 'SHA-256 of the file as it was applied.';
COMMENT ON COLUMN schema_migration.compatible_from IS 'Oldest release, by its newest migration, that works on a database with this migration; null: none before it.';

CREATE TABLE tenant_table_decision (
  table_name text PRIMARY KEY,
  audit_type text,
  audit_object_column text,
  no_audit_reason text,
  CHECK ((audit_type IS NULL) = (no_audit_reason IS NOT NULL))
);
COMMENT ON TABLE tenant_table_decision IS 'What tenant_table decided for each table: audited under which object, or why not.';
COMMENT ON COLUMN tenant_table_decision.audit_object_column IS 'The column with the id of the audited object.';

CREATE TABLE counter (
  provider_id integer NOT NULL,
  name text NOT NULL,
  value bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (provider_id, name)
);
COMMENT ON TABLE counter IS 'The last number of each series that is given out without gaps: invoices, credit notes, claims and others.';
CALL tenant_table('counter', NULL, 'Gap-free document numbers; the documents are audited.');
