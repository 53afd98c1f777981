-- A delivery by a driver: action with its proof, event, parcels, shipment, messages to sender and receiver, outbox line
-- and an audit entry. Each changes the status: what is delivered goes out again.
\set index random(0, :shipments * 2 / 10 - 1)
\set n (:index / 2) * 10 + 7 + :index % 2
WITH f AS MATERIALIZED (
  SELECT id, delivery_agent_id, CASE status WHEN 'delivered' THEN 'out-for-delivery' ELSE 'delivered' END AS status, status AS old_status
  FROM shipment WHERE provider_id = :provider::int AND id = :n::bigint),
p AS (
  UPDATE parcel SET status = f.status, current_branch_id = NULL, time_modified = now()
  FROM f WHERE parcel.provider_id = :provider::int AND parcel.shipment_id = f.id),
s AS (
  UPDATE shipment SET status = f.status, delivered_date = CASE f.status WHEN 'delivered' THEN now() END, has_pod_files = true,
    latest_tracking_event_time = now(), modified_by = f.delivery_agent_id, version = version + 1, time_modified = now()
  FROM f WHERE shipment.provider_id = :provider::int AND shipment.id = f.id),
e AS (
  INSERT INTO tracking_event (provider_id, shipment_id, date, time_received, status, message, data, source)
  SELECT :provider::int, id, now(), now(), status, 'Delivered with the details and files of the receiver.',
    jsonb_build_object('name', 'Naledi Mokoena', 'photos', jsonb_build_array('6f1d2a.jpg')), delivery_agent_id FROM f),
d AS (
  INSERT INTO driver_action (provider_id, action_id, username, type, shipment_id, occurred_at, time_received, payload, result, answer)
  SELECT :provider::int, gen_random_uuid(), delivery_agent_id, 'deliver', id, now(), now(),
    jsonb_build_object('name', 'Naledi Mokoena', 'photos', jsonb_build_array('6f1d2a.jpg')), 'applied', jsonb_build_object('status', status) FROM f),
m AS (
  INSERT INTO message (provider_id, shipment_id, event, recipient, subject, body, once_key, status, time_created)
  SELECT :provider::int, id, 'delivered', v.recipient, 'Your parcel was delivered', repeat('Your parcel was delivered today. ', 12),
    gen_random_uuid()::text, 'sent', now() FROM f, (VALUES ('dispatch@example.com'), ('naledi@example.com')) AS v (recipient)),
o AS (
  INSERT INTO outbox (provider_id, event, listener, object_key, payload, request_id)
  SELECT :provider::int, 'statusEntered', 'lean', id::text, jsonb_build_object('shipment_id', id), 'lean' FROM f),
a AS (
  INSERT INTO audit_event (provider_id, object_type, object_id, table_name, row_id, action, source, channel, request_id, client_version, change)
  SELECT :provider::int, 'shipment', id, 'shipment', id, 'update', delivery_agent_id, 'driver-app', 'lean', '',
    jsonb_build_object('status', jsonb_build_object('change_from', old_status, 'change_to', status)) FROM f)
SELECT id FROM f;
