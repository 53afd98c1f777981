-- What the installation as a whole has one of. Not a tenant table: it belongs to no company, and the roles of the
-- product may not touch it.
CREATE TABLE installation (
  is_it boolean PRIMARY KEY DEFAULT true CHECK (is_it),
  -- The key of keyed digests, sealed with the server's secret: it outlives the secret, and whoever cannot open it has
  -- the wrong secret.
  digest_key_sealed text NOT NULL,
  -- Whether the demonstration company is in it, whose passwords everybody knows.
  has_demo boolean NOT NULL DEFAULT false,
  time_created timestamptz NOT NULL DEFAULT now()
);

-- Values that are only sealed anew with another secret say nothing new. Whoever exchanges the secret works as the owner
-- of the database and not in a role of the product; no work of the product can leave the audit out.
-- Triggers of this file: audit_row, as before but for its first statement.
CREATE OR REPLACE FUNCTION audit_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
