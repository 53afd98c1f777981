-- Moving in from another system: loaded files, what each row created, old balances, and priced months.

CREATE TABLE move_in_batch (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL
    CHECK (kind IN ('accounts', 'contacts', 'address-books', 'rates', 'drivers', 'areas', 'open-items', 'history', 'invoice-numbers')),
  name text NOT NULL,
  created integer NOT NULL,
  changed integer NOT NULL,
  unchanged integer NOT NULL,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  undone_by text,
  time_undone timestamptz,
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE move_in_batch IS 'Files of another system that were loaded; one that was undone has no rows left.';
COMMENT ON COLUMN move_in_batch.created IS 'Records that the file added.';
COMMENT ON COLUMN move_in_batch.changed IS 'Records of earlier files that this one changed.';
COMMENT ON COLUMN move_in_batch.unchanged IS 'Records that were loaded before with the same content.';
CREATE INDEX move_in_batch_newest ON move_in_batch (provider_id, id DESC);
CALL tenant_table('move_in_batch', 'move_in_batch', 'id');

CREATE TABLE move_in_row (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  batch_id bigint NOT NULL,
  kind text NOT NULL,
  line integer NOT NULL,
  old_key text NOT NULL,
  record_table text NOT NULL,
  record_id bigint NOT NULL,
  content jsonb NOT NULL,
  content_key text NOT NULL,
  content_before jsonb,
  restores jsonb,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, batch_id) REFERENCES move_in_batch (provider_id, id)
);
COMMENT ON TABLE move_in_row IS 'What each record of a loaded file became. The newest row of an old key describes its record now.';
COMMENT ON COLUMN move_in_row.line IS 'Line of the file; the heading is line 1.';
COMMENT ON COLUMN move_in_row.old_key IS 'What identifies the record in the old system.';
COMMENT ON COLUMN move_in_row.content IS 'As read from the file, by column.';
COMMENT ON COLUMN move_in_row.content_key IS 'SHA-256 of the content, to recognise a record that was loaded before.';
COMMENT ON COLUMN move_in_row.content_before IS 'Content that this row replaced; null where it created the record.';
COMMENT ON COLUMN move_in_row.restores IS 'What an undo puts back besides the content.';
CREATE INDEX move_in_row_key ON move_in_row (provider_id, kind, old_key, id DESC);
CREATE INDEX move_in_row_record ON move_in_row (provider_id, record_table, record_id);
CREATE INDEX move_in_row_batch ON move_in_row (provider_id, batch_id, id);
CALL tenant_table('move_in_row', NULL, 'Steps of a loaded file, which is audited; what a row created is audited there.');

CREATE TABLE opening_balance (
  provider_id integer NOT NULL,
  account_id bigint NOT NULL,
  owed bigint NOT NULL,
  PRIMARY KEY (provider_id, account_id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
COMMENT ON TABLE opening_balance IS 'What each account owed by the trial balance of the old system.';
COMMENT ON COLUMN opening_balance.owed IS 'Cents; negative: the company owes the account.';
CALL tenant_table('opening_balance', 'account', 'account_id');

CREATE TABLE opening (
  provider_id integer NOT NULL REFERENCES provider (id),
  total_owed bigint,
  started_by text,
  time_started timestamptz,
  PRIMARY KEY (provider_id)
);
COMMENT ON TABLE opening IS 'The total of the old trial balance, and when work with the moved-in books started.';
COMMENT ON COLUMN opening.total_owed IS 'Cents; null: not given, then the balances of the accounts are the total.';
COMMENT ON COLUMN opening.time_started IS 'From then on opening items can be neither added nor removed.';
CALL tenant_table('opening', 'opening', 'provider_id');

CREATE TABLE shadow_month (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  rate_revision_id bigint NOT NULL,
  revision_name text NOT NULL,
  total integer NOT NULL,
  priced integer NOT NULL,
  old_price bigint NOT NULL,
  new_price bigint NOT NULL,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, rate_revision_id) REFERENCES rate_revision (provider_id, id)
);
COMMENT ON TABLE shadow_month IS 'Waybills of the old system, priced by a price book without being booked.';
COMMENT ON COLUMN shadow_month.old_price IS 'Cents, of the waybills that have a new price.';
COMMENT ON COLUMN shadow_month.new_price IS 'Cents.';
CREATE INDEX shadow_month_newest ON shadow_month (provider_id, id DESC);
CALL tenant_table('shadow_month', NULL, 'A calculation from a file that changes nothing else; it names who made it.');

CREATE TABLE shadow_month_row (
  provider_id integer NOT NULL,
  month_id bigint NOT NULL,
  line integer NOT NULL,
  waybill text NOT NULL,
  account_code text NOT NULL,
  lane text NOT NULL,
  service_level_code text NOT NULL,
  old_price bigint NOT NULL,
  new_price bigint,
  reasons text[] NOT NULL,
  PRIMARY KEY (provider_id, month_id, line),
  FOREIGN KEY (provider_id, month_id) REFERENCES shadow_month (provider_id, id)
);
COMMENT ON TABLE shadow_month_row IS 'Old and new price of a waybill.';
COMMENT ON COLUMN shadow_month_row.old_price IS 'Cents.';
COMMENT ON COLUMN shadow_month_row.new_price IS 'Cents; null: it has no price by the price book.';
COMMENT ON COLUMN shadow_month_row.reasons IS 'Lines of the new price, or why there is none.';
CALL tenant_table('shadow_month_row', NULL, 'Calculated from a file.');

-- What was taken over from another system is the only part of the ledger and of the tracking history that may be
-- deleted, and opening items only until work starts: until then they are a copy, and a wrong copy is made again.
CREATE FUNCTION allow_undo_of_move_in() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  row_now jsonb := to_jsonb(OLD);
  row_source text;
  is_started boolean := false;
BEGIN
  IF TG_TABLE_NAME = 'tracking_event' THEN
    IF EXISTS (SELECT FROM move_in_row r WHERE r.provider_id = OLD.provider_id AND r.record_table = 'shipment'
      AND r.record_id = (row_now->>'shipment_id')::bigint) THEN row_source := 'move-in';
    END IF;
  ELSE
    SELECT t.source INTO row_source FROM billing_transaction t WHERE t.provider_id = OLD.provider_id
      AND t.id = (row_now->>CASE TG_TABLE_NAME WHEN 'ledger_entry' THEN 'transaction_id' ELSE 'id' END)::bigint;
    is_started := EXISTS (
      SELECT FROM opening o WHERE o.provider_id = OLD.provider_id AND o.time_started IS NOT NULL);
  END IF;
  IF row_source IS DISTINCT FROM 'move-in' OR is_started THEN
    RAISE EXCEPTION 'permission denied: rows of % are never deleted', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER only_moved_in BEFORE DELETE ON billing_transaction FOR EACH ROW EXECUTE FUNCTION allow_undo_of_move_in();
CREATE TRIGGER only_moved_in BEFORE DELETE ON ledger_entry FOR EACH ROW EXECUTE FUNCTION allow_undo_of_move_in();
CREATE TRIGGER only_moved_in BEFORE DELETE ON tracking_event FOR EACH ROW EXECUTE FUNCTION allow_undo_of_move_in();
GRANT DELETE ON billing_transaction, ledger_entry, tracking_event TO courier_app;
CREATE INDEX billing_transaction_opening ON billing_transaction (provider_id, account_id) WHERE source = 'move-in';
COMMENT ON COLUMN invoice.invoice_number IS 'Counted per company without gaps; negative for documents taken over from another system.';

-- No person does this, so it is not audited; the owner of the tables sees no rows while row security is forced on it.
ALTER TABLE role NO FORCE ROW LEVEL SECURITY;
ALTER TABLE role DISABLE TRIGGER audit;
-- Administrators, who may already do each part of a move by hand, gain the move-in.
UPDATE role SET permissions = permissions || ARRAY['API_/move-in/*'], version = version + 1
WHERE id = 3 AND deleted_date IS NULL AND permissions @> ARRAY['API_/accounts/*', 'API_/users/*', 'API_/billing/*']
  AND NOT permissions && ARRAY['*', 'API_/move-in/*'];
ALTER TABLE role ENABLE TRIGGER audit;
ALTER TABLE role FORCE ROW LEVEL SECURITY;
