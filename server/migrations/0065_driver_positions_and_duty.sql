-- Positions of drivers on duty, the actions of a driver's day, and push messages to staff by topic (decision 0134).
-- compatible-from: 0064
CREATE TABLE driver_position (
  provider_id integer NOT NULL REFERENCES provider (id),
  username text NOT NULL,
  phone_time timestamptz NOT NULL,
  at timestamptz NOT NULL,
  lat double precision NOT NULL CHECK (lat BETWEEN -90 AND 90),
  lng double precision NOT NULL CHECK (lng BETWEEN -180 AND 180),
  accuracy_m integer CHECK (accuracy_m >= 0),
  battery smallint CHECK (battery BETWEEN 0 AND 100),
  time_received timestamptz NOT NULL,
  PRIMARY KEY (provider_id, username, phone_time)
);
COMMENT ON TABLE driver_position IS 'Positions of drivers while they are on duty and not on a break. Deleted after position_retention_days.';
COMMENT ON COLUMN driver_position.phone_time IS 'By the clock of the phone; identifies a position that is sent again.';
COMMENT ON COLUMN driver_position.at IS 'The time of the phone less its clock offset, at most the time of arrival.';
COMMENT ON COLUMN driver_position.accuracy_m IS 'Radius in metres; NULL when the phone did not say.';
COMMENT ON COLUMN driver_position.battery IS 'Percent; NULL when the phone did not say.';
CREATE INDEX driver_position_last ON driver_position (provider_id, username, at);
CREATE INDEX driver_position_age ON driver_position (provider_id, at);
CALL tenant_table('driver_position', NULL, 'Personal data with a short retention; nobody edits it.');
REVOKE UPDATE ON driver_position FROM courier_app, courier_platform;

ALTER TABLE driver_action
  DROP CONSTRAINT driver_action_type_check,
  ADD CONSTRAINT driver_action_type_check CHECK (type IN (
    'start-day', 'end-day', 'start-route', 'break-start', 'break-end', 'vehicle-check', 'panic', 'load', 'arrive', 'collect',
    'collection-failed', 'collection-exception', 'cancel-parcel', 'add-parcel', 'add-shipment', 'reject', 'deliver',
    'deposit-in-locker', 'hand-to-counter', 'collect-expired', 'does-not-fit', 'delivery-failed', 'delivery-exception',
    'return-to-sender', 'accept-manifest', 'arrive-manifest'
  ));
CREATE INDEX driver_action_duty ON driver_action (provider_id, username, occurred_at)
  WHERE type IN ('start-day', 'end-day', 'start-route', 'break-start', 'break-end', 'vehicle-check');

ALTER TABLE push_subscription
  ADD COLUMN topics text[] NOT NULL DEFAULT '{stops}'
    CHECK (topics <@ ARRAY['stops', 'depot', 'panic', 'exceptions'] AND cardinality(topics) > 0);
COMMENT ON COLUMN push_subscription.topics IS 'What the browser is sent: drivers their stops; staff the other topics that they chose.';
