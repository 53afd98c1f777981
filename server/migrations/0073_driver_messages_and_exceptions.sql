-- compatible-from: 0063
-- Messages between the office and drivers, and who looks after an exception (decision 0142).
CREATE TABLE driver_message (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  driver_username text NOT NULL,
  author_username text NOT NULL,
  is_from_driver boolean NOT NULL,
  shipment_id bigint,
  body text NOT NULL CHECK (body <> ''),
  time_written timestamptz NOT NULL,
  time_received timestamptz NOT NULL,
  time_read timestamptz,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE driver_message IS 'Messages between the office and drivers.';
COMMENT ON COLUMN driver_message.shipment_id IS 'A shipment of the stop that the message is about; NULL when it is about none.';
COMMENT ON COLUMN driver_message.time_written IS 'Of a message of a driver by the clock of the phone less its offset, at most the time of arrival.';
COMMENT ON COLUMN driver_message.time_read IS 'When the driver opened a message of the office; NULL before, and for messages of drivers.';
CREATE INDEX driver_message_driver ON driver_message (provider_id, driver_username, id DESC);
CREATE INDEX driver_message_shipment ON driver_message (provider_id, shipment_id) WHERE shipment_id IS NOT NULL;
CREATE INDEX driver_message_unread ON driver_message (provider_id, driver_username, id)
  WHERE time_read IS NULL AND NOT is_from_driver;
CALL tenant_table('driver_message', NULL, 'Written once; only the time of reading is added.');
REVOKE DELETE ON driver_message FROM courier_app, courier_platform;

ALTER TABLE driver_action
  DROP CONSTRAINT driver_action_type_check,
  ADD CONSTRAINT driver_action_type_check CHECK (type IN (
    'start-day', 'end-day', 'start-route', 'break-start', 'break-end', 'vehicle-check', 'panic', 'message', 'load', 'arrive',
    'collect', 'collection-failed', 'collection-exception', 'cancel-parcel', 'add-parcel', 'add-shipment', 'reject', 'deliver',
    'deposit-in-locker', 'hand-to-counter', 'collect-expired', 'does-not-fit', 'delivery-failed', 'delivery-exception',
    'return-to-sender', 'accept-manifest', 'arrive-manifest'
  ));

CREATE TABLE exception_care (
  provider_id integer NOT NULL REFERENCES provider (id),
  shipment_id bigint NOT NULL,
  owner_username text,
  time_owned timestamptz,
  snoozed_until timestamptz,
  snooze_reason text NOT NULL DEFAULT '',
  time_alerted timestamptz,
  PRIMARY KEY (provider_id, shipment_id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id) ON DELETE CASCADE,
  CHECK ((owner_username IS NULL) = (time_owned IS NULL)),
  CHECK ((snoozed_until IS NULL) = (snooze_reason = ''))
);
COMMENT ON TABLE exception_care IS 'Who looks after a shipment of the pending list. Deleted once it is not on that list any more.';
COMMENT ON COLUMN exception_care.snoozed_until IS 'Until then it is listed only among the snoozed ones.';
COMMENT ON COLUMN exception_care.time_alerted IS 'When staff were alerted that it has no owner.';
CALL tenant_table('exception_care', NULL, 'Working state; who did what is on the timeline of the shipment.');
