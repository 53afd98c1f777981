-- Hub scans and interhub manifests.

CREATE TABLE hub_scan (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  scan_id uuid NOT NULL,
  branch_id bigint NOT NULL,
  mode text NOT NULL
    CHECK (mode IN (
      'arrive', 'assign-bay', 'load-manifest', 'unload-manifest', 'out-for-delivery', 'return-to-hub', 're-measure',
      'look-up'
    )),
  code text NOT NULL,
  parcel_id bigint,
  shipment_id bigint,
  verdict text NOT NULL,
  verdict_code text NOT NULL,
  answer jsonb NOT NULL,
  effect jsonb,
  scanned_at timestamptz NOT NULL,
  time_received timestamptz NOT NULL,
  scanned_by text NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, branch_id) REFERENCES branch (provider_id, id),
  FOREIGN KEY (provider_id, parcel_id) REFERENCES parcel (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE hub_scan IS 'Scans in a hub, each stored once by the id its device made; appended only.';
COMMENT ON COLUMN hub_scan.scan_id IS 'Made by the device; unique with scanned_by.';
COMMENT ON COLUMN hub_scan.answer IS 'Given again when the device repeats the scan.';
COMMENT ON COLUMN hub_scan.effect IS 'What the scan changed, so that it can be undone; null: nothing.';
COMMENT ON COLUMN hub_scan.scanned_at IS 'By the clock of the device.';
COMMENT ON COLUMN hub_scan.scanned_by IS 'User name.';
CREATE INDEX hub_scan_parcel ON hub_scan (provider_id, parcel_id, scanned_at DESC) WHERE parcel_id IS NOT NULL;
CREATE INDEX hub_scan_branch ON hub_scan (provider_id, branch_id, time_received DESC);
CREATE UNIQUE INDEX hub_scan_once ON hub_scan (provider_id, scanned_by, scan_id);
CALL tenant_table('hub_scan', NULL, 'Facts, append-only; what a scan changes is audited on the parcel.');
REVOKE UPDATE, DELETE ON hub_scan FROM courier_app, courier_platform;

CREATE TABLE hub_scan_undo (
  provider_id integer NOT NULL REFERENCES provider (id),
  hub_scan_id bigint NOT NULL,
  undone_at timestamptz NOT NULL,
  time_received timestamptz NOT NULL,
  undone_by text NOT NULL,
  answer jsonb NOT NULL,
  PRIMARY KEY (provider_id, hub_scan_id),
  FOREIGN KEY (provider_id, hub_scan_id) REFERENCES hub_scan (provider_id, id)
);
COMMENT ON TABLE hub_scan_undo IS 'Scans that were undone by whoever made them; appended only.';
CALL tenant_table('hub_scan_undo', NULL, 'Facts, append-only; what an undo changes is audited on the parcel.');
REVOKE UPDATE, DELETE ON hub_scan_undo FROM courier_app, courier_platform;

CREATE TABLE interhub_transfer (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  number integer NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'closed')),
  from_branch_id bigint NOT NULL,
  to_branch_id bigint NOT NULL,
  via_branch_ids bigint[] NOT NULL DEFAULT '{}',
  carrier text NOT NULL DEFAULT '',
  service_level text NOT NULL DEFAULT '',
  driver text NOT NULL DEFAULT '',
  driver_name text NOT NULL DEFAULT '',
  vehicle_registration text NOT NULL DEFAULT '',
  trailer text NOT NULL DEFAULT '',
  seal_number text NOT NULL DEFAULT '',
  waybill_reference text NOT NULL DEFAULT '',
  notes text NOT NULL DEFAULT '',
  scan_status text NOT NULL CHECK (scan_status IN ('manifested', 'ready-for-dispatch', 'in-transit')),
  planned_departure timestamptz,
  planned_close timestamptz,
  departed_at timestamptz,
  planned_arrival timestamptz,
  arrived_at timestamptz,
  received_at timestamptz,
  time_closed timestamptz,
  cost bigint CHECK (cost >= 0),
  daily_key text,
  shorts_told_at timestamptz,
  created_by text NOT NULL,
  deleted_date timestamptz,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, from_branch_id) REFERENCES branch (provider_id, id),
  FOREIGN KEY (provider_id, to_branch_id) REFERENCES branch (provider_id, id),
  CHECK (from_branch_id <> to_branch_id),
  CHECK (status = 'closed' OR (departed_at IS NULL AND arrived_at IS NULL AND received_at IS NULL))
);
COMMENT ON TABLE interhub_transfer IS 'Manifests: loads between two branches.';
COMMENT ON COLUMN interhub_transfer.number IS 'IHM and six digits, without gaps.';
COMMENT ON COLUMN interhub_transfer.driver IS 'User name.';
COMMENT ON COLUMN interhub_transfer.cost IS 'Cents.';
COMMENT ON COLUMN interhub_transfer.daily_key IS 'Of daily manifests: their configuration and day, so that there is one.';
COMMENT ON COLUMN interhub_transfer.shorts_told_at IS 'When both branches were informed of parcels that did not arrive.';
CREATE UNIQUE INDEX interhub_transfer_number ON interhub_transfer (provider_id, number);
CREATE UNIQUE INDEX interhub_transfer_daily ON interhub_transfer (provider_id, daily_key) WHERE daily_key IS NOT NULL;
CREATE INDEX interhub_transfer_new ON interhub_transfer (provider_id, time_created DESC, id DESC);
CREATE INDEX interhub_transfer_loading ON interhub_transfer (provider_id, from_branch_id)
  WHERE status = 'open' AND deleted_date IS NULL;
CREATE INDEX interhub_transfer_under_way ON interhub_transfer (provider_id, planned_departure)
  WHERE received_at IS NULL AND deleted_date IS NULL;
CALL tenant_table('interhub_transfer', 'interhub_transfer', 'id');

CREATE TABLE interhub_transfer_parcel (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  interhub_transfer_id bigint NOT NULL,
  parcel_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  is_waiting boolean NOT NULL,
  is_extra boolean NOT NULL DEFAULT false,
  added_at timestamptz NOT NULL,
  added_by text NOT NULL,
  removed_at timestamptz,
  removed_by text,
  received_at timestamptz,
  received_by text,
  condition text CHECK (condition IN ('good', 'damaged')),
  condition_note text NOT NULL DEFAULT '',
  charged_weight_kg double precision,
  cost bigint,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, interhub_transfer_id) REFERENCES interhub_transfer (provider_id, id),
  FOREIGN KEY (provider_id, parcel_id) REFERENCES parcel (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id),
  CHECK (NOT is_waiting OR removed_at IS NULL)
);
COMMENT ON TABLE interhub_transfer_parcel IS 'Parcels on a manifest.';
COMMENT ON COLUMN interhub_transfer_parcel.is_waiting IS 'The manifest has not departed; a parcel waits on one at a time.';
COMMENT ON COLUMN interhub_transfer_parcel.is_extra IS 'It was unloaded without having been on the manifest.';
COMMENT ON COLUMN interhub_transfer_parcel.charged_weight_kg IS 'By which the cost is shared; set when the manifest is closed.';
COMMENT ON COLUMN interhub_transfer_parcel.cost IS 'Share of the cost in cents.';
CREATE UNIQUE INDEX interhub_parcel_waiting ON interhub_transfer_parcel (provider_id, parcel_id) WHERE is_waiting;
CREATE UNIQUE INDEX interhub_parcel_once ON interhub_transfer_parcel (provider_id, interhub_transfer_id, parcel_id)
  WHERE removed_at IS NULL;
CREATE INDEX interhub_parcel_of ON interhub_transfer_parcel (provider_id, parcel_id);
CREATE INDEX interhub_parcel_shipment ON interhub_transfer_parcel (provider_id, shipment_id);
CALL tenant_table('interhub_transfer_parcel', 'interhub_transfer', 'interhub_transfer_id');
