-- Photos, invoices and documents that are attached to a shipment itself.
-- compatible-from: 0034
CREATE TABLE shipment_file (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint NOT NULL,
  file_name text NOT NULL CHECK (file_name <> ''),
  display_name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('photo', 'invoice', 'customs', 'damage', 'other')),
  visibility text NOT NULL CHECK (visibility IN ('staff', 'account', 'public')),
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  removed_by text NOT NULL DEFAULT '',
  time_removed timestamptz,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE shipment_file IS 'Files attached to shipments. The bytes and their type are in stored_file, under the same name in the folder shipment-files.';
COMMENT ON COLUMN shipment_file.file_name IS 'Name in the file store.';
COMMENT ON COLUMN shipment_file.visibility IS 'staff; account: staff and the account; public: everyone with a reference.';
COMMENT ON COLUMN shipment_file.removed_by IS 'User name of whoever removed it; empty while it is there.';
COMMENT ON COLUMN shipment_file.time_removed IS 'When it was removed; it can be restored for a day, then its bytes and this row are deleted.';
CREATE UNIQUE INDEX shipment_file_name ON shipment_file (provider_id, file_name);
CREATE INDEX shipment_file_shipment ON shipment_file (provider_id, shipment_id);
CREATE INDEX shipment_file_removed ON shipment_file (provider_id, time_removed) WHERE time_removed IS NOT NULL;
CALL tenant_table('shipment_file', 'shipment', 'shipment_id');

ALTER TABLE stored_file
  DROP CONSTRAINT stored_file_state_check,
  ADD CONSTRAINT stored_file_state_check CHECK (state IN ('awaited', 'checked', 'refused', 'removed'));
COMMENT ON COLUMN stored_file.is_internal IS 'Only staff may read it: a file of a note for staff, or of a shipment with the visibility staff.';
