-- A hub scan of a parcel by its reference: scan, event, parcel, shipment and an audit entry; for a shipment with one
-- parcel, whose number is even, also the message to the receiver and its outbox line, because it has arrived completely.
-- Each scan changes the status: a parcel that stands in the hub leaves it again.
\set index random(0, :shipments * 4 / 10 - 1)
\set n (:index / 4) * 10 + 3 + :index % 4
WITH f AS MATERIALIZED (
  SELECT id, shipment_id, CASE status WHEN 'at-destination-hub' THEN 'in-transit' ELSE 'at-destination-hub' END AS status, status AS old_status
  FROM parcel WHERE provider_id = :provider::int AND tracking_reference = 'L' || lpad(:n::text, 8, '0') || '/1'),
p AS (
  UPDATE parcel SET status = f.status, current_branch_id = CASE f.status WHEN 'at-destination-hub' THEN :branch::bigint END,
    time_last_scanned = now(), time_modified = now()
  FROM f WHERE parcel.provider_id = :provider::int AND parcel.id = f.id),
s AS (
  UPDATE shipment SET status = f.status, current_branch_id = CASE f.status WHEN 'at-destination-hub' THEN :branch::bigint END,
    latest_tracking_event_time = now(), modified_by = 'lean', version = version + 1, time_modified = now()
  FROM f WHERE shipment.provider_id = :provider::int AND shipment.id = f.shipment_id),
e AS (
  INSERT INTO tracking_event (provider_id, shipment_id, parcel_id, date, time_received, status, location, source)
  SELECT :provider::int, shipment_id, id, now(), now(), status, 'Johannesburg', 'lean' FROM f),
h AS (
  INSERT INTO hub_scan (provider_id, scan_id, branch_id, mode, code, parcel_id, shipment_id, verdict, verdict_code, answer, scanned_at, time_received, scanned_by)
  SELECT :provider::int, gen_random_uuid(), :branch::bigint, 'arrive', 'L' || lpad(:n::text, 8, '0') || '/1', id, shipment_id, 'ok', 'ok',
    jsonb_build_object('status', status, 'message', 'Put it into bay 4', 'bay', '4'), now(), now(), 'lean' FROM f),
m AS (
  INSERT INTO message (provider_id, shipment_id, event, recipient, subject, body, once_key, status, time_created)
  SELECT :provider::int, shipment_id, 'at_destination_hub', 'naledi@example.com', 'Your parcel is at the hub', repeat('The parcel is at the hub nearest to you. ', 8),
    gen_random_uuid()::text, 'sent', now() FROM f WHERE :n::int % 2 = 0),
o AS (
  INSERT INTO outbox (provider_id, event, listener, object_key, payload, request_id)
  SELECT :provider::int, 'statusEntered', 'lean', shipment_id::text, jsonb_build_object('shipment_id', shipment_id), 'lean' FROM f WHERE :n::int % 2 = 0),
a AS (
  INSERT INTO audit_event (provider_id, object_type, object_id, table_name, row_id, action, source, channel, request_id, client_version, change)
  SELECT :provider::int, 'shipment', shipment_id, 'shipment', shipment_id, 'update', 'lean', 'scanner', 'lean', '',
    jsonb_build_object('status', jsonb_build_object('change_from', old_status, 'change_to', status)) FROM f)
SELECT id FROM f;
