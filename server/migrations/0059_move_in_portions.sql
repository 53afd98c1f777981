-- compatible-from: 0055
-- Loaded files are loaded and undone in portions, and what an undo may delete no longer depends on rows that the
-- application can change.

ALTER TABLE move_in_batch ADD COLUMN lines integer NOT NULL DEFAULT 0;
ALTER TABLE move_in_batch ADD COLUMN lines_loaded integer NOT NULL DEFAULT 0;
ALTER TABLE move_in_batch ADD COLUMN time_undo_started timestamptz;
COMMENT ON COLUMN move_in_batch.lines IS 'Lines of the whole file, without the heading; 0: loaded before portions existed, completely.';
COMMENT ON COLUMN move_in_batch.lines_loaded IS 'Lines that were loaded so far; less than all: the load was interrupted.';
COMMENT ON COLUMN move_in_batch.time_undo_started IS 'When the first records were removed; the undo ends with time_undone.';

-- What may be deleted follows from the source of the row itself, and not from move_in_row, which the application may
-- write: an event of a real shipment named there could otherwise be deleted. Of invoices only documents of another
-- system, which have negative numbers, may be deleted.
CREATE OR REPLACE FUNCTION allow_undo_of_move_in() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  row_now jsonb := to_jsonb(OLD);
  row_source text;
BEGIN
  CASE TG_TABLE_NAME
    WHEN 'tracking_event' THEN row_source := row_now->>'source';
    WHEN 'invoice' THEN row_source := CASE WHEN (row_now->>'invoice_number')::bigint < 0 THEN 'move-in' END;
    ELSE SELECT t.source INTO row_source FROM billing_transaction t WHERE t.provider_id = OLD.provider_id
      AND t.id = (row_now->>CASE TG_TABLE_NAME WHEN 'ledger_entry' THEN 'transaction_id' ELSE 'id' END)::bigint;
  END CASE;
  IF row_source IS DISTINCT FROM 'move-in' OR (TG_TABLE_NAME <> 'tracking_event' AND EXISTS (
    SELECT FROM opening o WHERE o.provider_id = OLD.provider_id AND o.time_started IS NOT NULL)) THEN
    RAISE EXCEPTION 'permission denied: rows of % are never deleted', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER only_moved_in BEFORE DELETE ON invoice FOR EACH ROW EXECUTE FUNCTION allow_undo_of_move_in();

-- What these rules read never changes, whatever the application is granted later.
CREATE FUNCTION reject_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'permission denied: % of % never changes', TG_ARGV[0], TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER same_source BEFORE UPDATE ON billing_transaction FOR EACH ROW
  WHEN (OLD.source <> NEW.source) EXECUTE FUNCTION reject_change('source');
CREATE TRIGGER same_source BEFORE UPDATE ON tracking_event FOR EACH ROW
  WHEN (OLD.source <> NEW.source) EXECUTE FUNCTION reject_change('source');
CREATE TRIGGER same_transaction BEFORE UPDATE ON ledger_entry FOR EACH ROW
  WHEN (OLD.transaction_id <> NEW.transaction_id) EXECUTE FUNCTION reject_change('transaction_id');
CREATE TRIGGER same_number BEFORE UPDATE ON invoice FOR EACH ROW
  WHEN (OLD.invoice_number <> NEW.invoice_number) EXECUTE FUNCTION reject_change('invoice_number');
-- Work starts once: otherwise the opening items could be deleted again.
CREATE TRIGGER started_once BEFORE UPDATE ON opening FOR EACH ROW
  WHEN (OLD.time_started IS DISTINCT FROM NEW.time_started AND OLD.time_started IS NOT NULL) EXECUTE FUNCTION reject_change('time_started');
CREATE TRIGGER not_deleted_once_started BEFORE DELETE ON opening FOR EACH ROW
  WHEN (OLD.time_started IS NOT NULL) EXECUTE FUNCTION reject_change('time_started');

-- Nothing is added to the opening items once work has started.
CREATE FUNCTION allow_opening_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM opening o WHERE o.provider_id = NEW.provider_id AND o.time_started IS NOT NULL) THEN
    RAISE EXCEPTION 'permission denied: opening items are added only until work starts' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER only_until_start BEFORE INSERT ON billing_transaction FOR EACH ROW
  WHEN (NEW.source = 'move-in') EXECUTE FUNCTION allow_opening_item();

-- Removing an old shipment makes the database look for returns of it, for events of its parcels and for shipments with
-- its addresses; without these indexes it reads the tables completely, for each of them.
CREATE INDEX shipment_return_of ON shipment (provider_id, return_of_shipment_id) WHERE return_of_shipment_id IS NOT NULL;
CREATE INDEX tracking_event_parcel ON tracking_event (provider_id, parcel_id) WHERE parcel_id IS NOT NULL;
CREATE INDEX shipment_collection_address ON shipment (provider_id, collection_address_id);
CREATE INDEX shipment_delivery_address ON shipment (provider_id, delivery_address_id);
