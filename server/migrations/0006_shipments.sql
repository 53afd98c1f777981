-- Shipments, their parcels, charge rows, tracking events, notes and files.

CREATE TABLE shipment (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  account_branch_id bigint,
  status text NOT NULL,
  status_before_hold text,
  short_tracking_reference text NOT NULL,
  custom_tracking_reference text,
  customer_reference text,
  -- Compared instead of upper(customer_reference): under row security an index on a function that may leak is not used.
  customer_reference_key text GENERATED ALWAYS AS (upper(customer_reference)) STORED,
  customer_reference_name text,
  source text NOT NULL DEFAULT 'web',
  created_by text NOT NULL,
  modified_by text NOT NULL,
  rating_reference uuid NOT NULL DEFAULT gen_random_uuid(),
  payment_reference uuid NOT NULL DEFAULT gen_random_uuid(),
  reschedule_reference uuid NOT NULL DEFAULT gen_random_uuid(),
  is_return boolean NOT NULL DEFAULT false,
  return_of_shipment_id bigint,
  mute_notifications boolean NOT NULL DEFAULT false,
  disable_new_charges boolean NOT NULL DEFAULT false,
  payment_intervention_status text NOT NULL DEFAULT '',
  collection_cutoff_override boolean NOT NULL DEFAULT false,
  priority_level integer NOT NULL DEFAULT 0,
  has_been_invoiced boolean NOT NULL DEFAULT false,
  has_pod_files boolean NOT NULL DEFAULT false,
  all_pods_are_verified boolean,
  service_level_id bigint NOT NULL,
  service_level_code text NOT NULL,
  service_level_name text NOT NULL,
  service_level_cut_off_time timestamptz,
  original_service_level_code text NOT NULL,
  original_service_level_name text NOT NULL,
  rate_revision_id bigint NOT NULL,
  rate bigint NOT NULL,
  original_rate bigint NOT NULL,
  previous_rate bigint NOT NULL DEFAULT 0,
  charged_weight double precision NOT NULL DEFAULT 0,
  actual_weight double precision NOT NULL DEFAULT 0,
  volumetric_weight double precision NOT NULL DEFAULT 0,
  declared_value bigint NOT NULL DEFAULT 0,
  opt_in_rates bigint[] NOT NULL DEFAULT '{}',
  opt_in_time_based_rates bigint[] NOT NULL DEFAULT '{}',
  cost_center text,
  cost_center_id bigint,
  parcel_count integer NOT NULL,
  collection_min_date date NOT NULL,
  collection_after text NOT NULL,
  collection_before text NOT NULL,
  delivery_min_date date NOT NULL,
  delivery_after text NOT NULL,
  delivery_before text NOT NULL,
  collection_rescheduled boolean NOT NULL DEFAULT false,
  collection_rescheduled_reason text,
  delivery_rescheduled boolean NOT NULL DEFAULT false,
  delivery_rescheduled_reason text,
  due_date date,
  estimated_collection timestamptz,
  original_estimated_collection timestamptz,
  estimated_delivery_from timestamptz,
  estimated_delivery_to timestamptz,
  original_estimated_delivery_from timestamptz,
  original_estimated_delivery_to timestamptz,
  earliest_collection_capacity_date timestamptz,
  submitted_date timestamptz,
  collected_date timestamptz,
  original_collected_date timestamptz,
  delivered_date timestamptz,
  returned_to_hub_date timestamptz,
  latest_tracking_event_time timestamptz,
  failed_collection_attempts integer NOT NULL DEFAULT 0,
  failed_delivery_attempts integer NOT NULL DEFAULT 0,
  last_failed_collection_attempt_time timestamptz,
  last_failed_delivery_attempt_time timestamptz,
  tracking_message text NOT NULL DEFAULT '',
  special_instructions_collection text NOT NULL DEFAULT '',
  special_instructions_delivery text NOT NULL DEFAULT '',
  collection_address_id bigint NOT NULL,
  collection_address_book_id bigint,
  collection_contact jsonb NOT NULL,
  collection_pickup_point_id text,
  collection_pickup_point_provider text,
  delivery_address_id bigint NOT NULL,
  delivery_address_book_id bigint,
  delivery_contact jsonb NOT NULL,
  delivery_pickup_point_id text,
  delivery_pickup_point_provider text,
  billing_contact jsonb,
  responsible_contact jsonb,
  collection_agent_id text,
  delivery_agent_id text,
  original_collection_agent_id text,
  original_delivery_agent_id text,
  collection_agent_zone text,
  delivery_agent_zone text,
  collection_agent_routing_number text,
  delivery_agent_routing_number text,
  collection_read_by_driver_time timestamptz,
  delivery_read_by_driver_time timestamptz,
  collection_branch_id bigint,
  delivery_branch_id bigint,
  current_branch_id bigint,
  transient_branch_ids bigint[],
  pod_method text NOT NULL DEFAULT 'pin-with-fallback',
  proof_of_delivery_pin_hashed text,
  proof_of_delivery_pin_sealed text,
  invoice_trigger_shipment_status text,
  pickup_deadline timestamptz,
  pod_pin_failures integer NOT NULL DEFAULT 0,
  pod_pin_locked_until timestamptz,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id),
  FOREIGN KEY (provider_id, collection_address_id) REFERENCES address (provider_id, id),
  FOREIGN KEY (provider_id, delivery_address_id) REFERENCES address (provider_id, id),
  FOREIGN KEY (provider_id, collection_branch_id) REFERENCES branch (provider_id, id),
  FOREIGN KEY (provider_id, delivery_branch_id) REFERENCES branch (provider_id, id),
  FOREIGN KEY (provider_id, current_branch_id) REFERENCES branch (provider_id, id),
  FOREIGN KEY (provider_id, return_of_shipment_id) REFERENCES shipment (provider_id, id),
  FOREIGN KEY (provider_id, rate_revision_id) REFERENCES rate_revision (provider_id, id)
);
CREATE UNIQUE INDEX shipment_short ON shipment (provider_id, short_tracking_reference);
CREATE UNIQUE INDEX shipment_custom ON shipment (provider_id, custom_tracking_reference) WHERE custom_tracking_reference IS NOT NULL;
CREATE INDEX shipment_newest ON shipment (provider_id, time_created DESC, id DESC);
-- The status is kept in the index, so that the exact total of an account's list is counted without reading its rows.
CREATE INDEX shipment_account_newest ON shipment (provider_id, account_id, time_created DESC, id DESC) INCLUDE (status);
CREATE INDEX shipment_status_newest ON shipment (provider_id, status, time_created DESC, id DESC);
CREATE INDEX shipment_customer_reference ON shipment (provider_id, customer_reference_key, time_created DESC) WHERE customer_reference_key IS NOT NULL;
CREATE INDEX shipment_collection_agent ON shipment (provider_id, collection_agent_id, status) WHERE collection_agent_id IS NOT NULL;
CREATE INDEX shipment_delivery_agent ON shipment (provider_id, delivery_agent_id, status) WHERE delivery_agent_id IS NOT NULL;
CALL tenant_table('shipment', 'shipment', 'id');

CREATE TABLE parcel (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint NOT NULL,
  number integer NOT NULL,
  status text NOT NULL,
  tracking_reference text NOT NULL,
  alternative_tracking_reference text,
  parcel_description text NOT NULL DEFAULT '',
  packaging text NOT NULL DEFAULT 'Custom parcel',
  item_count integer,
  submitted_length_cm double precision NOT NULL,
  submitted_width_cm double precision NOT NULL,
  submitted_height_cm double precision NOT NULL,
  submitted_weight_kg double precision NOT NULL,
  actual_length_cm double precision,
  actual_width_cm double precision,
  actual_height_cm double precision,
  actual_weight_kg double precision,
  current_branch_id bigint,
  bay text,
  time_last_scanned timestamptz,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id),
  FOREIGN KEY (provider_id, current_branch_id) REFERENCES branch (provider_id, id)
);
CREATE UNIQUE INDEX parcel_number ON parcel (provider_id, shipment_id, number);
CREATE UNIQUE INDEX parcel_reference ON parcel (provider_id, tracking_reference);
CREATE UNIQUE INDEX parcel_alternative ON parcel (provider_id, alternative_tracking_reference) WHERE alternative_tracking_reference IS NOT NULL AND status <> 'cancelled';
CREATE INDEX parcel_at_branch ON parcel (provider_id, current_branch_id, status) WHERE current_branch_id IS NOT NULL;
CALL tenant_table('parcel', 'shipment', 'shipment_id');

CREATE TABLE shipment_charge (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint NOT NULL,
  rate_revision_id bigint NOT NULL,
  billing_transaction_id bigint,
  name text NOT NULL DEFAULT '',
  type text NOT NULL,
  type_id bigint NOT NULL DEFAULT 0,
  value bigint NOT NULL,
  vat double precision NOT NULL,
  vat_percentage double precision,
  vat_type text NOT NULL,
  explanation text NOT NULL DEFAULT '',
  is_opt_in boolean NOT NULL DEFAULT false,
  is_custom_charge boolean NOT NULL DEFAULT false,
  is_quantity_based_charge boolean NOT NULL DEFAULT false,
  quantity double precision NOT NULL DEFAULT 0,
  metadata jsonb,
  valid_from timestamptz NOT NULL,
  valid_until timestamptz,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
CREATE INDEX shipment_charge_of ON shipment_charge (provider_id, shipment_id, id);
CALL tenant_table('shipment_charge', NULL, 'Rows are closed, never changed; they are their own history.');

CREATE TABLE tracking_event (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint NOT NULL,
  parcel_id bigint,
  date timestamptz NOT NULL,
  time_received timestamptz NOT NULL,
  status text NOT NULL,
  message text NOT NULL DEFAULT '',
  location text,
  lat double precision,
  lng double precision,
  bay text,
  data jsonb,
  source text NOT NULL,
  is_public boolean NOT NULL DEFAULT true,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id),
  FOREIGN KEY (provider_id, parcel_id) REFERENCES parcel (provider_id, id)
);
CREATE INDEX tracking_event_of ON tracking_event (provider_id, shipment_id, date DESC, id DESC);
CALL tenant_table('tracking_event', NULL, 'Facts, append-only; they are their own history.');
REVOKE UPDATE, DELETE ON tracking_event FROM courier_app, courier_platform;

CREATE TABLE shipment_note (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint NOT NULL,
  message text NOT NULL,
  type text NOT NULL CHECK (type IN ('external', 'internal')),
  attachments jsonb NOT NULL DEFAULT '{"uploads": []}',
  requires_action boolean NOT NULL DEFAULT false,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
CREATE INDEX shipment_note_of ON shipment_note (provider_id, shipment_id, id DESC);
CALL tenant_table('shipment_note', 'shipment', 'shipment_id');

-- Stored bytes are kept by the file store under `name`; this row says whose they are.
CREATE TABLE stored_file (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  folder text NOT NULL,
  name text NOT NULL,
  display_name text NOT NULL,
  content_type text NOT NULL,
  size integer NOT NULL,
  digest text NOT NULL,
  shipment_id bigint,
  tracking_event_id bigint,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
CREATE UNIQUE INDEX stored_file_name ON stored_file (provider_id, folder, name);
CREATE INDEX stored_file_shipment ON stored_file (provider_id, shipment_id);
CALL tenant_table('stored_file', NULL, 'Written once; the event or note that holds a file is its record.');

-- Free-text search. Row security would keep the trigram index from being used, so this table is read only by
-- find_shipments, which filters by provider itself.
CREATE TABLE shipment_search (
  provider_id integer NOT NULL,
  shipment_id bigint NOT NULL,
  haystack text NOT NULL,
  PRIMARY KEY (provider_id, shipment_id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
CREATE INDEX shipment_search_text ON shipment_search USING gin (haystack gin_trgm_ops) WITH (fastupdate = off);
CALL tenant_table('shipment_search', NULL, 'Derived from the shipment.');

CREATE FUNCTION find_shipments(needle text, at_most integer) RETURNS TABLE (shipment_id bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.shipment_id FROM shipment_search s
  WHERE s.provider_id = current_setting('app.provider')::int AND s.haystack LIKE '%' || needle || '%'
  ORDER BY s.shipment_id DESC LIMIT at_most
$$;
REVOKE ALL ON FUNCTION find_shipments(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_shipments(text, integer) TO courier_app;
-- The function reads as the owner, whom forced row security would also stop.
DO $$ BEGIN EXECUTE format('CREATE POLICY finder ON shipment_search FOR SELECT TO %I USING (true)', current_user); END $$;
