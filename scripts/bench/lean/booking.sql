-- A booking: two addresses with their entries in the address book, shipment, its parcels, search text, 3 charges,
-- 2 events, ledger row with 4 entries, balance, count, idempotency key, outbox line and an audit entry with a digest.
-- pgbench takes a colon before a letter for a variable, even inside quotes.
\set account :first_account + random(0, :accounts - 1)
\set code random(1, 1000000000000)
\set name random(1, 10)
\set number random(1, 2000)
\set phone random(1000000, 9999999)
WITH x AS MATERIALIZED (
  SELECT 'B' || upper(substr(md5(:code::text), 1, 9)) AS reference,
    (ARRAY['Naledi', 'Thabo', 'Anneke', 'Yusuf', 'Lerato', 'Pieter', 'Zanele', 'Priya', 'Kagiso', 'Megan'])[:name::int]
      || ' ' || (ARRAY['Mokoena', 'Botha', 'Naidoo', 'Khumalo', 'van Wyk', 'Dlamini', 'Adams', 'Mthembu', 'Jacobs', 'Pillay'])[1 + :number::int % 10] AS receiver,
    :number::text || ' Bath Avenue' AS street, 'PO-' || :code::text AS ordered, '082' || :phone::text AS mobile),
c AS (
  INSERT INTO address (provider_id, type, company, street_address, local_area, city, code, zone, lat, lng, entered_address, hash)
  SELECT :provider::int, 'business', 'Overberg Books', x.street, 'Epping', 'Cape Town', '7460', 'WC', -33.93, 18.54, x.street, upper(md5('c' || x.reference)) FROM x
  RETURNING id),
d AS (
  INSERT INTO address (provider_id, type, street_address, local_area, city, code, zone, lat, lng, entered_address, hash)
  SELECT :provider::int, 'unknown', x.street, 'Rosebank', 'Johannesburg', '2196', 'GP', -26.14, 28.04, x.street, upper(md5('d' || x.reference)) FROM x
  RETURNING id),
k AS (
  INSERT INTO address_book_entry (provider_id, account_id, name, contact_name, mobile_number, address_id, source)
  SELECT :provider::int, :account::bigint, x.receiver, x.receiver, x.mobile, v.id, 'automatic' FROM x, (SELECT id FROM c UNION ALL SELECT id FROM d) AS v),
s AS (
  INSERT INTO shipment (provider_id, account_id, status, short_tracking_reference, customer_reference, source, created_by, modified_by,
    service_level_id, service_level_code, service_level_name, original_service_level_code, original_service_level_name, rate_revision_id, rate,
    original_rate, charged_weight, actual_weight, volumetric_weight, parcel_count, collection_min_date, collection_after, collection_before,
    delivery_min_date, delivery_after, delivery_before, estimated_collection, original_estimated_collection, estimated_delivery_from,
    estimated_delivery_to, original_estimated_delivery_from, original_estimated_delivery_to, submitted_date, latest_tracking_event_time,
    collection_address_id, delivery_address_id, collection_contact, delivery_contact, collection_agent_id, collection_branch_id,
    delivery_branch_id, proof_of_delivery_pin_hashed, proof_of_delivery_pin_sealed, time_created, time_modified)
  SELECT :provider::int, :account::bigint, 'collection-assigned', x.reference, x.ordered, 'api', 'lean', 'lean',
    1, 'ECO', 'Economy', 'ECO', 'Economy', :revision::bigint, 11138,
    11138, 3, 3, 2.3, :parcels::int, current_date, make_time(8, 0, 0), make_time(16, 0, 0),
    current_date, make_time(8, 0, 0), make_time(17, 0, 0), now(), now(), now(),
    now(), now(), now(), now(), now(),
    c.id, d.id, jsonb_build_object('name', x.receiver, 'mobile_number', x.mobile, 'email', ''), jsonb_build_object('name', x.receiver, 'mobile_number', x.mobile, 'email', ''), 'driver-0', :origin::bigint,
    :branch::bigint, md5(x.reference), md5(x.mobile), now(), now()
  FROM x, c, d
  RETURNING id),
p AS (
  INSERT INTO parcel (provider_id, shipment_id, number, status, tracking_reference, parcel_description, submitted_length_cm, submitted_width_cm,
    submitted_height_cm, submitted_weight_kg, time_created, time_modified)
  SELECT :provider::int, s.id, n, 'collection-assigned', x.reference || '/' || n, 'Books', 42.5, 38.5, 5.5, 3, now(), now()
  FROM s, x, generate_series(1, :parcels::int) n),
h AS (
  INSERT INTO shipment_search (provider_id, shipment_id, haystack)
  SELECT :provider::int, s.id, lower(concat_ws(' ', x.reference, x.ordered, x.receiver, x.mobile, x.receiver, x.mobile, 'Overberg Books', x.street, 'Epping Cape Town', x.street, 'Rosebank Johannesburg'))
  FROM s, x),
t AS (
  INSERT INTO billing_transaction (provider_id, account_id, transaction_date, effective_date, type, description, amount, vat, vat_percentage,
    shipment_id, shipment_reference, invoiceable, source, modified_by, time_created, time_modified)
  SELECT :provider::int, :account::bigint, now(), now(), 'shipping-charge', 'Economy, Epping to Rosebank', -11138, 1453, 15,
    s.id, x.reference, true, 'api', 'lean', now(), now()
  FROM s, x
  RETURNING id),
g AS (
  INSERT INTO shipment_charge (provider_id, shipment_id, rate_revision_id, billing_transaction_id, name, type, value, vat, vat_percentage, vat_type, valid_from)
  SELECT :provider::int, s.id, :revision::bigint, t.id, v.name, v.type, v.value, v.value * 0.15, 15, 'standard', now()
  FROM s, t, (VALUES ('Base', 'base', 8138), ('Fuel', 'surcharge', 1000), ('Area', 'surcharge', 547)) AS v (name, type, value)),
l AS (
  INSERT INTO ledger_entry (provider_id, transaction_id, ledger_account, account_id, amount, time_created)
  SELECT :provider::int, t.id, replace(v.name, '/', chr(58)), CASE WHEN v.name = 'customer-balance' THEN :account::bigint END, v.amount, now()
  FROM t, (VALUES ('customer-balance', -11138), ('revenue/base', 8138), ('revenue/surcharge', 1547), ('vat-output', 1453)) AS v (name, amount)),
e AS (
  INSERT INTO tracking_event (provider_id, shipment_id, date, time_received, status, source)
  SELECT :provider::int, s.id, now(), now(), v.status, 'lean' FROM s, (VALUES ('submitted'), ('collection-assigned')) AS v (status)),
b AS (
  UPDATE account_balance SET balance = balance - 11138 WHERE provider_id = :provider::int AND account_id = :account::bigint),
n AS (
  UPDATE account_shipment_count SET shipments = shipments + 1 WHERE provider_id = :provider::int AND account_id = :account::bigint AND NOT is_quote),
i AS (
  INSERT INTO idempotency_key (provider_id, scope, key, body_digest, status, answer)
  SELECT :provider::int, 'lean', gen_random_uuid()::text, md5(x.reference), 200, s.id::text FROM s, x),
o AS (
  INSERT INTO outbox (provider_id, event, listener, object_key, payload, request_id)
  SELECT :provider::int, 'shipmentBooked', 'lean', s.id::text, jsonb_build_object('shipment_id', s.id), 'lean' FROM s),
a AS (
  INSERT INTO audit_event (provider_id, object_type, object_id, table_name, row_id, action, source, channel, request_id, client_version, change)
  SELECT :provider::int, 'shipment', s.id, 'shipment', s.id, 'insert', 'lean', 'api', 'lean', '', jsonb_build_object('digest', md5(x.reference || x.receiver || x.mobile || x.street)) FROM s, x)
SELECT id FROM s;
