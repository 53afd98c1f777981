-- Damages of parcels, and parcels without a readable label (decision 0136).
-- compatible-from: 0063
CREATE TABLE parcel_damage (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  report_id uuid NOT NULL,
  parcel_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  branch_id bigint,
  interhub_transfer_id bigint,
  note text NOT NULL CHECK (note <> ''),
  photos text[] NOT NULL DEFAULT '{}',
  found_by text NOT NULL,
  time_found timestamptz NOT NULL,
  time_received timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'resolved')),
  resolved_by text NOT NULL DEFAULT '',
  time_resolved timestamptz,
  resolution text NOT NULL DEFAULT '',
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, parcel_id) REFERENCES parcel (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id),
  FOREIGN KEY (provider_id, branch_id) REFERENCES branch (provider_id, id),
  FOREIGN KEY (provider_id, interhub_transfer_id) REFERENCES interhub_transfer (provider_id, id),
  CHECK ((state = 'resolved') = (time_resolved IS NOT NULL AND resolution <> ''))
);
COMMENT ON TABLE parcel_damage IS 'Damages found on parcels by hub staff and drivers.';
COMMENT ON COLUMN parcel_damage.report_id IS 'Made by the device; of a driver’s report the id of the action. Unique with the parcel.';
COMMENT ON COLUMN parcel_damage.branch_id IS 'Where it was found; of a driver’s report the branch of the leg. Null: that branch is not known.';
COMMENT ON COLUMN parcel_damage.interhub_transfer_id IS 'The manifest from which the parcel was unloaded.';
COMMENT ON COLUMN parcel_damage.photos IS 'Names in the file store, in the folder shipment-images.';
COMMENT ON COLUMN parcel_damage.found_by IS 'User name.';
COMMENT ON COLUMN parcel_damage.time_found IS 'By the clock of the device, at most the time at which the report was received.';
COMMENT ON COLUMN parcel_damage.resolved_by IS 'User name; empty while the damage is open.';
CREATE UNIQUE INDEX parcel_damage_once ON parcel_damage (provider_id, report_id, parcel_id);
CREATE INDEX parcel_damage_parcel ON parcel_damage (provider_id, parcel_id);
CREATE INDEX parcel_damage_shipment ON parcel_damage (provider_id, shipment_id, id DESC);
CREATE INDEX parcel_damage_open ON parcel_damage (provider_id, branch_id, id DESC) WHERE state = 'open';
CREATE INDEX parcel_damage_branch ON parcel_damage (provider_id, branch_id, time_found DESC);
CREATE INDEX parcel_damage_manifest ON parcel_damage (provider_id, interhub_transfer_id) WHERE interhub_transfer_id IS NOT NULL;
CALL tenant_table('parcel_damage', 'shipment', 'shipment_id');

CREATE TABLE unidentified_parcel (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  number integer NOT NULL,
  capture_id uuid NOT NULL,
  branch_id bigint NOT NULL,
  bay text NOT NULL DEFAULT '',
  photos text[] NOT NULL CHECK (cardinality(photos) > 0),
  length_cm double precision,
  width_cm double precision,
  height_cm double precision,
  weight_kg double precision,
  barcode_text text NOT NULL DEFAULT '',
  description text NOT NULL DEFAULT '',
  found_by text NOT NULL,
  time_found timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'matched', 'disposed')),
  parcel_id bigint,
  shipment_id bigint,
  matched_by text NOT NULL DEFAULT '',
  time_matched timestamptz,
  match_scan_id uuid,
  disposed_by text NOT NULL DEFAULT '',
  time_disposed timestamptz,
  disposal text NOT NULL DEFAULT '' CHECK (disposal IN ('', 'destroyed', 'auctioned', 'donated', 'handed-over')),
  disposal_reason text NOT NULL DEFAULT '',
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, branch_id) REFERENCES branch (provider_id, id),
  FOREIGN KEY (provider_id, parcel_id) REFERENCES parcel (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id),
  CHECK ((state = 'matched') = (parcel_id IS NOT NULL AND shipment_id IS NOT NULL AND time_matched IS NOT NULL)),
  CHECK ((state = 'disposed') = (time_disposed IS NOT NULL AND disposal <> '' AND disposal_reason <> ''))
);
COMMENT ON TABLE unidentified_parcel IS 'Parcels that stand at a branch without a readable label, until their shipment is found.';
COMMENT ON COLUMN unidentified_parcel.number IS 'Counted per company; staff write it on the parcel.';
COMMENT ON COLUMN unidentified_parcel.capture_id IS 'Made by the device; unique with found_by.';
COMMENT ON COLUMN unidentified_parcel.photos IS 'Names in the file store, in the folder shipment-images.';
COMMENT ON COLUMN unidentified_parcel.length_cm IS 'Null: not measured, as for the other sizes and the weight.';
COMMENT ON COLUMN unidentified_parcel.barcode_text IS 'What can be read of the label, or the code that was not found.';
COMMENT ON COLUMN unidentified_parcel.found_by IS 'User name.';
COMMENT ON COLUMN unidentified_parcel.matched_by IS 'User name; empty unless it is matched.';
COMMENT ON COLUMN unidentified_parcel.match_scan_id IS 'The scan that brought the parcel back to the branch; null: the scanner refused it, so it only left a note.';
COMMENT ON COLUMN unidentified_parcel.disposed_by IS 'User name; empty unless it is disposed of.';
CREATE UNIQUE INDEX unidentified_parcel_number ON unidentified_parcel (provider_id, number);
CREATE UNIQUE INDEX unidentified_parcel_once ON unidentified_parcel (provider_id, found_by, capture_id);
CREATE UNIQUE INDEX unidentified_parcel_match ON unidentified_parcel (provider_id, parcel_id) WHERE parcel_id IS NOT NULL;
CREATE INDEX unidentified_parcel_branch ON unidentified_parcel (provider_id, branch_id, id DESC);
CREATE INDEX unidentified_parcel_open ON unidentified_parcel (provider_id, id DESC) WHERE state = 'open';
CALL tenant_table('unidentified_parcel', 'branch', 'branch_id');
