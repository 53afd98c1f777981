-- Interhub manifests: loads between two branches and the parcels on them.

CREATE TABLE interhub_transfer (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- IHM and six digits; given out without gaps.
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
  -- One manifest per daily configuration and day.
  daily_key text,
  -- When both branches were told of parcels that did not come off.
  shorts_told_at timestamptz,
  deleted_date timestamptz,
  created_by text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, from_branch_id) REFERENCES branch (provider_id, id),
  FOREIGN KEY (provider_id, to_branch_id) REFERENCES branch (provider_id, id),
  CHECK (from_branch_id <> to_branch_id),
  CHECK (status = 'closed' OR (departed_at IS NULL AND arrived_at IS NULL AND received_at IS NULL))
);
CREATE UNIQUE INDEX interhub_transfer_number ON interhub_transfer (provider_id, number);
CREATE UNIQUE INDEX interhub_transfer_daily ON interhub_transfer (provider_id, daily_key) WHERE daily_key IS NOT NULL;
CREATE INDEX interhub_transfer_new ON interhub_transfer (provider_id, time_created DESC, id DESC);
CREATE INDEX interhub_transfer_loading ON interhub_transfer (provider_id, from_branch_id) WHERE status = 'open' AND deleted_date IS NULL;
CREATE INDEX interhub_transfer_under_way ON interhub_transfer (provider_id, planned_departure) WHERE received_at IS NULL AND deleted_date IS NULL;
CALL tenant_table('interhub_transfer', 'interhub_transfer', 'id');

CREATE TABLE interhub_transfer_parcel (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  interhub_transfer_id bigint NOT NULL,
  parcel_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  -- It is on a manifest that has not departed: one at a time.
  is_waiting boolean NOT NULL,
  -- It came off the load without having been on it.
  is_extra boolean NOT NULL DEFAULT false,
  added_at timestamptz NOT NULL,
  added_by text NOT NULL,
  removed_at timestamptz,
  removed_by text,
  received_at timestamptz,
  received_by text,
  condition text CHECK (condition IN ('good', 'damaged')),
  condition_note text NOT NULL DEFAULT '',
  -- By which the cost of the trip is spread; set while the manifest is closed.
  charged_weight_kg double precision,
  cost bigint,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, interhub_transfer_id) REFERENCES interhub_transfer (provider_id, id),
  FOREIGN KEY (provider_id, parcel_id) REFERENCES parcel (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id),
  CHECK (NOT is_waiting OR removed_at IS NULL)
);
CREATE UNIQUE INDEX interhub_parcel_waiting ON interhub_transfer_parcel (provider_id, parcel_id) WHERE is_waiting;
CREATE UNIQUE INDEX interhub_parcel_once ON interhub_transfer_parcel (provider_id, interhub_transfer_id, parcel_id) WHERE removed_at IS NULL;
CREATE INDEX interhub_parcel_of ON interhub_transfer_parcel (provider_id, parcel_id);
CREATE INDEX interhub_parcel_shipment ON interhub_transfer_parcel (provider_id, shipment_id);
CALL tenant_table('interhub_transfer_parcel', 'interhub_transfer', 'interhub_transfer_id');

-- Starter roles of companies that exist already.
SET LOCAL ROLE courier_platform;
SELECT set_config('app.who', '{"username":"system","channel":"job"}', true);
UPDATE role SET permissions = permissions || ARRAY['INLINE_reopen_interhub_transfer', 'INLINE_load_wrong_manifest'] WHERE id IN (3, 10);
UPDATE role SET permissions = permissions || ARRAY['INLINE_close_interhub_transfer'] WHERE id IN (3, 8, 10, 11);
RESET ROLE;
