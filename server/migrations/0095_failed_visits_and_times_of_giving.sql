-- compatible-from: 0063
-- The visits that failed on a day are read from the events, also problems that drivers reported.
DROP INDEX tracking_event_failed;
CREATE INDEX tracking_event_failed ON tracking_event (provider_id, date)
  WHERE status IN ('collection-failed-attempt', 'delivery-failed-attempt', 'collection-exception', 'delivery-exception');
CREATE INDEX collection_request_event_failed ON collection_request_event (provider_id, date)
  WHERE status IN ('collection-failed-attempt', 'collection-exception');

-- When a leg was given to its driver. The last event does not say so: a leg that passes from one driver to another has
-- the same status as before.
ALTER TABLE shipment ADD COLUMN collection_given_time timestamptz, ADD COLUMN delivery_given_time timestamptz;
COMMENT ON COLUMN shipment.collection_given_time IS 'When the collection was given to its driver; null when it has none, or since before this was stored.';
COMMENT ON COLUMN shipment.delivery_given_time IS 'When the delivery was given to its driver; null when it has none, or since before this was stored.';
