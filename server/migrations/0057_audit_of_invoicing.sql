-- compatible-from: 0034
-- Month-end puts a million charges on invoices. Comparing both versions of a row as JSON took most of that time, so the
-- audit entry of a row that changed only by being invoiced is made without it. The entries are the same (decision 0118).
CREATE OR REPLACE FUNCTION audit_row() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  before jsonb;
  after jsonb;
  change jsonb;
  who jsonb := current_setting('app.who')::jsonb;
  same_but_invoiced record;
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('role') = 'none' AND current_setting('app.sealing_anew', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'shipment' THEN
    IF NEW.has_been_invoiced <> OLD.has_been_invoiced THEN
      same_but_invoiced := OLD;
      same_but_invoiced.has_been_invoiced := NEW.has_been_invoiced;
      same_but_invoiced.time_modified := NEW.time_modified;
      IF same_but_invoiced IS NOT DISTINCT FROM NEW THEN
        change := jsonb_build_object('has_been_invoiced',
          jsonb_build_object('change_from', OLD.has_been_invoiced, 'change_to', NEW.has_been_invoiced));
      END IF;
    END IF;
  ELSIF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'billing_transaction' THEN
    IF NEW.invoice_id IS DISTINCT FROM OLD.invoice_id THEN
      same_but_invoiced := OLD;
      same_but_invoiced.invoice_id := NEW.invoice_id;
      same_but_invoiced.time_modified := NEW.time_modified;
      IF same_but_invoiced IS NOT DISTINCT FROM NEW THEN
        change := jsonb_build_object('invoice_id',
          jsonb_build_object('change_from', OLD.invoice_id, 'change_to', NEW.invoice_id));
      END IF;
    END IF;
  END IF;
  IF change IS NOT NULL THEN
    after := jsonb_build_object('provider_id', NEW.provider_id, 'id', NEW.id);
  ELSIF TG_OP = 'UPDATE' THEN
    before := to_jsonb(OLD);
    after := to_jsonb(NEW);
    SELECT jsonb_object_agg(a.key, jsonb_build_object('change_from', before -> a.key, 'change_to', a.value)) INTO change
    FROM jsonb_each(after) a
    WHERE a.value IS DISTINCT FROM before -> a.key AND a.key NOT IN ('version', 'time_modified', 'modified_by', 'customer_reference_key');
    IF change IS NULL THEN RETURN NULL; END IF;
  ELSIF TG_OP = 'INSERT' THEN
    after := to_jsonb(NEW);
    change := jsonb_build_object('change_to', jsonb_strip_nulls(after - 'provider_id' - 'customer_reference_key'));
  ELSE
    before := to_jsonb(OLD);
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
