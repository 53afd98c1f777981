-- Shipments, parcels, charges, tracking events, notes and tracking stickers.

CREATE TABLE shipment (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  account_branch_id bigint,
  status text NOT NULL
    CHECK (status IN (
      'quote', 'quote-expired', 'payment-pending', 'payment-failed', 'submitted', 'outsourced', 'collection-assigned',
      'awaiting-dropoff', 'collection-unassigned', 'collection-rejected', 'collection-exception',
      'collection-failed-attempt', 'collected', 'at-hub', 'manifested', 'ready-for-dispatch', 'in-transit',
      'at-destination-hub', 'returned-to-hub', 'delivery-assigned', 'delivery-unassigned', 'delivery-rejected',
      'bob-box-reservation-failed', 'out-for-delivery', 'delivery-exception', 'delivery-failed-attempt', 'in-locker',
      'ready-for-pickup', 'collect-and-return-to-hub', 'collected-from-locker', 'collected-from-counter',
      'returned-to-sender', 'delivered', 'undeliverable', 'cancelled', 'on-hold', 'on-hold-internal', 'damaged'
    )),
  status_before_hold text,
  short_tracking_reference text NOT NULL,
  custom_tracking_reference text,
  customer_reference text,
  customer_reference_key text GENERATED ALWAYS AS (upper(customer_reference)) STORED,
  customer_reference_name text,
  source text NOT NULL DEFAULT 'web',
  rating_reference uuid NOT NULL DEFAULT gen_random_uuid(),
  has_rating boolean NOT NULL DEFAULT false,
  payment_reference uuid NOT NULL DEFAULT gen_random_uuid(),
  reschedule_reference uuid NOT NULL DEFAULT gen_random_uuid(),
  is_return boolean NOT NULL DEFAULT false,
  return_of_shipment_id bigint,
  mute_notifications boolean NOT NULL DEFAULT false,
  disable_new_charges boolean NOT NULL DEFAULT false,
  payment_intervention_status text NOT NULL DEFAULT '',
  collection_cutoff_override boolean NOT NULL DEFAULT false,
  priority_level integer NOT NULL DEFAULT 0,
  tags text[] NOT NULL DEFAULT '{}',
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
  collection_after time NOT NULL,
  collection_before time NOT NULL,
  delivery_min_date date NOT NULL,
  delivery_after time NOT NULL,
  delivery_before time NOT NULL,
  collection_rescheduled boolean NOT NULL DEFAULT false,
  collection_rescheduled_reason text,
  delivery_rescheduled boolean NOT NULL DEFAULT false,
  delivery_rescheduled_reason text,
  delivery_reschedules smallint NOT NULL DEFAULT 0,
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
  tracking_internal_message text NOT NULL DEFAULT '',
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
  collection_request_id bigint,
  delivery_branch_id bigint,
  current_branch_id bigint,
  transient_branch_ids bigint[],
  outsourced_to text,
  third_party_reference text,
  third_party_cost bigint,
  pod_method text NOT NULL DEFAULT 'pin-with-fallback' CHECK (pod_method IN ('pin-with-fallback', 'grv')),
  proof_of_delivery_pin_hashed text,
  proof_of_delivery_pin_sealed text,
  invoice_trigger_shipment_status text,
  pickup_deadline timestamptz,
  pod_pin_failures integer NOT NULL DEFAULT 0,
  pod_pin_locked_until timestamptz,
  created_by text NOT NULL,
  modified_by text NOT NULL,
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
  FOREIGN KEY (provider_id, rate_revision_id) REFERENCES rate_revision (provider_id, id),
  FOREIGN KEY (provider_id, collection_request_id) REFERENCES collection_request (provider_id, id)
    DEFERRABLE INITIALLY DEFERRED
);
COMMENT ON TABLE shipment IS 'Shipments and quotes.';
COMMENT ON COLUMN shipment.account_branch_id IS 'Branch of the account at the time of booking.';
COMMENT ON COLUMN shipment.status_before_hold IS 'Status it returns to after a hold.';
COMMENT ON COLUMN shipment.customer_reference_key IS 'Compared instead of upper(customer_reference): an index on a function is not used under row security.';
COMMENT ON COLUMN shipment.rating_reference IS 'Secret part of the link by which the receiver rates the delivery.';
COMMENT ON COLUMN shipment.payment_reference IS 'Secret part of the link by which the shipment is paid.';
COMMENT ON COLUMN shipment.reschedule_reference IS 'Secret part of the link by which the receiver moves the delivery.';
COMMENT ON COLUMN shipment.priority_level IS '0: usual; higher ones come first on trip sheets.';
COMMENT ON COLUMN shipment.rate IS 'Cents, VAT included.';
COMMENT ON COLUMN shipment.original_rate IS 'Cents, as booked.';
COMMENT ON COLUMN shipment.previous_rate IS 'Cents, before the last change.';
COMMENT ON COLUMN shipment.charged_weight IS 'Kilograms that are charged.';
COMMENT ON COLUMN shipment.actual_weight IS 'Kilograms.';
COMMENT ON COLUMN shipment.volumetric_weight IS 'Kilograms by volume.';
COMMENT ON COLUMN shipment.declared_value IS 'Cents.';
COMMENT ON COLUMN shipment.opt_in_rates IS 'Ids of chosen extras of the price book.';
COMMENT ON COLUMN shipment.opt_in_time_based_rates IS 'Ids of chosen extras by time.';
COMMENT ON COLUMN shipment.collection_after IS 'Earliest, South African time.';
COMMENT ON COLUMN shipment.collection_before IS 'Latest, South African time.';
COMMENT ON COLUMN shipment.delivery_after IS 'Earliest, South African time.';
COMMENT ON COLUMN shipment.delivery_before IS 'Latest, South African time.';
COMMENT ON COLUMN shipment.delivery_reschedules IS 'How often the receiver has moved the delivery.';
COMMENT ON COLUMN shipment.tracking_message IS 'Message of the latest event, for everybody.';
COMMENT ON COLUMN shipment.tracking_internal_message IS 'Message of the latest event, for staff.';
COMMENT ON COLUMN shipment.collection_contact IS 'Name, mobile number and e-mail address.';
COMMENT ON COLUMN shipment.delivery_contact IS 'Name, mobile number and e-mail address.';
COMMENT ON COLUMN shipment.billing_contact IS 'Name, mobile number and e-mail address.';
COMMENT ON COLUMN shipment.responsible_contact IS 'Name, mobile number and e-mail address.';
COMMENT ON COLUMN shipment.collection_agent_id IS 'User name of the driver.';
COMMENT ON COLUMN shipment.delivery_agent_id IS 'User name of the driver.';
COMMENT ON COLUMN shipment.transient_branch_ids IS 'Branches on the way.';
COMMENT ON COLUMN shipment.outsourced_to IS 'Courier that carries a leg.';
COMMENT ON COLUMN shipment.third_party_reference IS 'Reference of that courier.';
COMMENT ON COLUMN shipment.third_party_cost IS 'Cents that courier charges.';
COMMENT ON COLUMN shipment.pod_method IS 'How delivery is proved.';
COMMENT ON COLUMN shipment.proof_of_delivery_pin_hashed IS 'Compared with what the driver enters.';
COMMENT ON COLUMN shipment.proof_of_delivery_pin_sealed IS 'Sealed, to send it to the receiver again.';
CREATE UNIQUE INDEX shipment_short ON shipment (provider_id, short_tracking_reference);
CREATE UNIQUE INDEX shipment_custom ON shipment (provider_id, custom_tracking_reference)
  WHERE custom_tracking_reference IS NOT NULL;
CREATE INDEX shipment_newest ON shipment (provider_id, time_created DESC, id DESC);
-- With the status in the index the exact total of an account's list is counted without reading its rows.
CREATE INDEX shipment_account_newest ON shipment (provider_id, account_id, time_created DESC, id DESC) INCLUDE (status);
CREATE INDEX shipment_status_newest ON shipment (provider_id, status, time_created DESC, id DESC);
CREATE INDEX shipment_customer_reference ON shipment (provider_id, customer_reference_key, time_created DESC)
  WHERE customer_reference_key IS NOT NULL;
CREATE INDEX shipment_collection_agent ON shipment (provider_id, collection_agent_id, status)
  WHERE collection_agent_id IS NOT NULL;
CREATE INDEX shipment_delivery_agent ON shipment (provider_id, delivery_agent_id, status)
  WHERE delivery_agent_id IS NOT NULL;
CREATE INDEX shipment_collection_request ON shipment (provider_id, collection_request_id)
  WHERE collection_request_id IS NOT NULL;
CREATE UNIQUE INDEX shipment_reschedule_reference ON shipment (provider_id, reschedule_reference);
CREATE UNIQUE INDEX shipment_rating_reference ON shipment (provider_id, rating_reference);
-- A pay link names the shipment by nothing else.
CREATE UNIQUE INDEX shipment_payment_reference ON shipment (provider_id, payment_reference);
-- Reports by day of what happened.
CREATE INDEX shipment_delivered ON shipment (provider_id, delivered_date) WHERE delivered_date IS NOT NULL;
CREATE INDEX shipment_collected ON shipment (provider_id, collected_date) WHERE collected_date IS NOT NULL;
CREATE INDEX shipment_to_collect ON shipment (provider_id, original_estimated_collection)
  WHERE original_estimated_collection IS NOT NULL;
CREATE INDEX shipment_tagged ON shipment (provider_id, time_created DESC) WHERE tags <> '{}';
CALL tenant_table('shipment', 'shipment', 'id');

CREATE TABLE parcel (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint NOT NULL,
  number integer NOT NULL,
  status text NOT NULL
    CHECK (status IN (
      'quote', 'quote-expired', 'payment-pending', 'payment-failed', 'submitted', 'outsourced', 'collection-assigned',
      'awaiting-dropoff', 'collection-unassigned', 'collection-rejected', 'collection-exception',
      'collection-failed-attempt', 'collected', 'at-hub', 'manifested', 'ready-for-dispatch', 'in-transit',
      'at-destination-hub', 'returned-to-hub', 'delivery-assigned', 'delivery-unassigned', 'delivery-rejected',
      'bob-box-reservation-failed', 'out-for-delivery', 'delivery-exception', 'delivery-failed-attempt', 'in-locker',
      'ready-for-pickup', 'collect-and-return-to-hub', 'collected-from-locker', 'collected-from-counter',
      'returned-to-sender', 'delivered', 'undeliverable', 'cancelled', 'on-hold', 'on-hold-internal', 'damaged'
    )),
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
COMMENT ON TABLE parcel IS 'Parcels of a shipment.';
COMMENT ON COLUMN parcel.number IS 'Position in the shipment, from 1.';
COMMENT ON COLUMN parcel.submitted_length_cm IS 'As the customer entered it.';
COMMENT ON COLUMN parcel.actual_length_cm IS 'As measured.';
COMMENT ON COLUMN parcel.bay IS 'Where it lies in the branch.';
CREATE UNIQUE INDEX parcel_number ON parcel (provider_id, shipment_id, number);
CREATE UNIQUE INDEX parcel_reference ON parcel (provider_id, tracking_reference);
CREATE UNIQUE INDEX parcel_alternative ON parcel (provider_id, alternative_tracking_reference)
  WHERE alternative_tracking_reference IS NOT NULL AND status <> 'cancelled';
CREATE INDEX parcel_at_branch ON parcel (provider_id, current_branch_id, status) WHERE current_branch_id IS NOT NULL;
CALL tenant_table('parcel', 'shipment', 'shipment_id');

CREATE TABLE shipment_charge (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint NOT NULL,
  rate_revision_id bigint NOT NULL,
  billing_transaction_id bigint,
  name text NOT NULL DEFAULT '',
  type text NOT NULL
    CHECK (type IN (
      'base', 'rate_formula', 'surcharge', 'rate_adjustment', 'time_based_rate_adjustment', 'rate_group_extras'
    )),
  type_id bigint NOT NULL DEFAULT 0,
  value bigint NOT NULL,
  vat double precision NOT NULL,
  vat_percentage double precision,
  vat_type text NOT NULL CHECK (vat_type IN ('standard', 'zero')),
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
COMMENT ON TABLE shipment_charge IS 'What the price of a shipment consists of.';
COMMENT ON COLUMN shipment_charge.type_id IS 'Id in the price book.';
COMMENT ON COLUMN shipment_charge.value IS 'Cents.';
COMMENT ON COLUMN shipment_charge.vat IS 'Information, in Rand with four decimals; never added up.';
COMMENT ON COLUMN shipment_charge.metadata IS 'Inputs of the computation.';
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
  internal_message text NOT NULL DEFAULT '',
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
COMMENT ON TABLE tracking_event IS 'What happened to a shipment or parcel; appended only.';
COMMENT ON COLUMN tracking_event.parcel_id IS 'Null: the whole shipment.';
COMMENT ON COLUMN tracking_event.date IS 'When it happened, by the clock of the device.';
COMMENT ON COLUMN tracking_event.message IS 'For everybody who may track.';
COMMENT ON COLUMN tracking_event.internal_message IS 'For staff.';
COMMENT ON COLUMN tracking_event.data IS 'More facts, depending on the status.';
COMMENT ON COLUMN tracking_event.source IS 'User name or integration.';
CREATE INDEX tracking_event_of ON tracking_event (provider_id, shipment_id, date DESC, id DESC);
CREATE INDEX tracking_event_failed ON tracking_event (provider_id, date)
  WHERE status IN ('collection-failed-attempt', 'delivery-failed-attempt');
CALL tenant_table('tracking_event', NULL, 'Facts, append-only; they are their own history.');
REVOKE UPDATE, DELETE ON tracking_event FROM courier_app, courier_platform;

CREATE TABLE shipment_note (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint NOT NULL,
  message text NOT NULL,
  type text NOT NULL CHECK (type IN ('external', 'internal')),
  note_type text NOT NULL DEFAULT 'shipment-note',
  attachments jsonb NOT NULL DEFAULT '{"uploads": []}',
  requires_action boolean NOT NULL DEFAULT false,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE shipment_note IS 'Notes on a shipment.';
COMMENT ON COLUMN shipment_note.type IS 'Who reads it.';
COMMENT ON COLUMN shipment_note.note_type IS 'What it is about, one of the kinds the company has named.';
COMMENT ON COLUMN shipment_note.attachments IS 'Names of stored files.';
CREATE INDEX shipment_note_of ON shipment_note (provider_id, shipment_id, id DESC);
CALL tenant_table('shipment_note', 'shipment', 'shipment_id');

CREATE TABLE shipment_rating (
  provider_id integer NOT NULL REFERENCES provider (id),
  shipment_id bigint NOT NULL,
  stars smallint NOT NULL CHECK (stars BETWEEN 1 AND 5),
  comment text NOT NULL DEFAULT '',
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, shipment_id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE shipment_rating IS 'What the receiver thought of the delivery.';
CREATE INDEX shipment_rating_newest ON shipment_rating (provider_id, time_created);
CALL tenant_table('shipment_rating', NULL, 'Written once by a receiver and never changed.');

CREATE TABLE shipment_search (
  provider_id integer NOT NULL,
  shipment_id bigint NOT NULL,
  haystack text NOT NULL,
  PRIMARY KEY (provider_id, shipment_id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE shipment_search IS 'Text for free-text search. Read only by find_shipments, because row security keeps the trigram index from being used.';
COMMENT ON COLUMN shipment_search.haystack IS 'References, names and phone digits in lower case.';
CREATE INDEX shipment_search_text ON shipment_search USING gin (haystack gin_trgm_ops) WITH (fastupdate = off);
CALL tenant_table('shipment_search', NULL, 'Derived from the shipment.');

-- Shipments whose text contains the needle, newest first.
CREATE FUNCTION find_shipments(needle text, at_most integer) RETURNS TABLE (shipment_id bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT s.shipment_id FROM shipment_search s
  WHERE s.provider_id = current_setting('app.provider')::int AND s.haystack LIKE '%' || needle || '%'
  ORDER BY s.shipment_id DESC LIMIT at_most
$$;
REVOKE ALL ON FUNCTION find_shipments(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_shipments(text, integer) TO courier_app;
-- The function reads as the owner, whom forced row security would stop.
DO $$ BEGIN EXECUTE format('CREATE POLICY finder ON shipment_search FOR SELECT TO %I USING (true)', current_user); END $$;

CREATE TABLE account_shipment_count (
  provider_id integer NOT NULL,
  account_id bigint NOT NULL,
  is_quote boolean NOT NULL,
  shipments bigint NOT NULL,
  PRIMARY KEY (provider_id, account_id, is_quote),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
) WITH (fillfactor = 50);
COMMENT ON TABLE account_shipment_count IS 'How many shipments an account has, kept by triggers, so that lists need not be counted.';
COMMENT ON COLUMN account_shipment_count.is_quote IS 'Quotes are counted apart: customers do not see them among their shipments.';
CALL tenant_table('account_shipment_count', NULL, 'Follows from the shipments, whose own changes are audited.');

CREATE FUNCTION is_quote(status text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN status IN ('quote', 'quote-expired');

-- Adds or removes the shipments of a statement, in the order of accounts so that two of these never block each other.
CREATE FUNCTION count_shipments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_shipment_count AS kept (provider_id, account_id, is_quote, shipments)
    SELECT provider_id, account_id, is_quote(status), count(*) * CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END
    FROM touched GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (provider_id, account_id, is_quote) DO UPDATE SET shipments = kept.shipments + excluded.shipments;
  RETURN NULL;
END $$;
CREATE TRIGGER count_new_shipments AFTER INSERT ON shipment
  REFERENCING NEW TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION count_shipments();
CREATE TRIGGER count_removed_shipments AFTER DELETE ON shipment
  REFERENCING OLD TABLE AS touched FOR EACH STATEMENT EXECUTE FUNCTION count_shipments();

-- Moves a shipment between the counts of its old and new account or kind.
CREATE FUNCTION move_counted_shipment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_shipment_count AS kept (provider_id, account_id, is_quote, shipments)
    SELECT * FROM (VALUES
      (OLD.provider_id, OLD.account_id, is_quote(OLD.status), -1::bigint),
      (NEW.provider_id, NEW.account_id, is_quote(NEW.status), 1::bigint)) AS moved (provider_id, account_id, is_quote, one)
    ORDER BY 1, 2, 3
    ON CONFLICT (provider_id, account_id, is_quote) DO UPDATE SET shipments = kept.shipments + excluded.shipments;
  RETURN NULL;
END $$;
CREATE TRIGGER move_counted_shipment AFTER UPDATE OF account_id, status ON shipment FOR EACH ROW
  WHEN (OLD.account_id <> NEW.account_id OR is_quote(OLD.status) <> is_quote(NEW.status))
  EXECUTE FUNCTION move_counted_shipment();

CREATE TABLE tracking_sticker_range (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  prefix text NOT NULL,
  first_number bigint NOT NULL,
  last_number bigint NOT NULL,
  digits integer NOT NULL,
  remark text NOT NULL,
  handed_back integer NOT NULL DEFAULT 0,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
COMMENT ON TABLE tracking_sticker_range IS 'Series of pre-printed tracking stickers that an account was given.';
COMMENT ON COLUMN tracking_sticker_range.handed_back IS 'Unused stickers that the company has taken back.';
CREATE INDEX tracking_sticker_range_account ON tracking_sticker_range (provider_id, account_id, id DESC);
CALL tenant_table('tracking_sticker_range', 'account', 'account_id');

CREATE TABLE tracking_sticker (
  provider_id integer NOT NULL,
  reference text NOT NULL,
  range_id bigint NOT NULL,
  account_id bigint NOT NULL,
  time_used timestamptz,
  PRIMARY KEY (provider_id, reference),
  FOREIGN KEY (provider_id, range_id) REFERENCES tracking_sticker_range (provider_id, id)
);
COMMENT ON TABLE tracking_sticker IS 'Single stickers of a series and when they were used.';
CREATE INDEX tracking_sticker_of_range ON tracking_sticker (provider_id, range_id, reference);
CALL tenant_table('tracking_sticker', NULL, 'The numbers of a range, which is audited; their use shows in the shipment.');
