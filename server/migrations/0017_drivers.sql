-- What drivers do, and push messages to their phones.

CREATE TABLE driver_action (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  action_id uuid NOT NULL,
  username text NOT NULL,
  type text NOT NULL
    CHECK (type IN (
      'start-day', 'end-day', 'load', 'arrive', 'collect', 'collection-failed', 'collection-exception',
      'cancel-parcel', 'add-parcel', 'add-shipment', 'reject', 'deliver', 'deposit-in-locker', 'hand-to-counter',
      'collect-expired', 'delivery-failed', 'delivery-exception', 'return-to-sender', 'accept-manifest',
      'arrive-manifest'
    )),
  shipment_id bigint,
  occurred_at timestamptz NOT NULL,
  time_received timestamptz NOT NULL,
  payload jsonb NOT NULL,
  result text NOT NULL CHECK (result IN ('applied', 'conflict')),
  answer jsonb NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE driver_action IS 'Actions of drivers, each stored once by the id its device made; appended only.';
COMMENT ON COLUMN driver_action.action_id IS 'Made by the device; unique with username.';
COMMENT ON COLUMN driver_action.occurred_at IS 'By the clock of the device.';
COMMENT ON COLUMN driver_action.payload IS 'What the device sent with it.';
COMMENT ON COLUMN driver_action.answer IS 'Given again when the device repeats the action.';
CREATE INDEX driver_action_shipment ON driver_action (provider_id, shipment_id);
CREATE UNIQUE INDEX driver_action_once ON driver_action (provider_id, username, action_id);
CALL tenant_table('driver_action', NULL, 'Facts, append-only, kept also when refused; what an action changes is audited on the shipment.');
REVOKE UPDATE, DELETE ON driver_action FROM courier_app, courier_platform;

CREATE TABLE push_key (
  provider_id integer PRIMARY KEY REFERENCES provider (id),
  public_key text NOT NULL,
  private_key_sealed text NOT NULL,
  time_created timestamptz NOT NULL
);
COMMENT ON TABLE push_key IS 'The key pair with which a company signs push messages (VAPID).';
COMMENT ON COLUMN push_key.public_key IS 'Uncompressed point, base64url; browsers subscribe with it.';
COMMENT ON COLUMN push_key.private_key_sealed IS 'Sealed.';
CALL tenant_table('push_key', NULL, 'A key pair that the server makes and nobody changes.');

CREATE TABLE push_subscription (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  session_id bigint NOT NULL,
  endpoint text NOT NULL,
  p256dh text NOT NULL,
  auth_sealed text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  UNIQUE (provider_id, endpoint),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id),
  FOREIGN KEY (provider_id, session_id) REFERENCES session (provider_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE push_subscription IS 'Browsers that take push messages for their user, as long as their session lasts.';
COMMENT ON COLUMN push_subscription.p256dh IS 'Public key of the browser, base64url.';
COMMENT ON COLUMN push_subscription.auth_sealed IS 'Secret shared with the browser, sealed.';
CREATE INDEX push_subscription_of_user ON push_subscription (provider_id, user_id);
CREATE INDEX push_subscription_of_session ON push_subscription (provider_id, session_id);
CALL tenant_table('push_subscription', NULL, 'Addresses of browsers that come and go; not business data.');

CREATE TABLE push_told (
  provider_id integer NOT NULL,
  user_id bigint NOT NULL,
  day date NOT NULL,
  stops jsonb NOT NULL,
  PRIMARY KEY (provider_id, user_id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
COMMENT ON TABLE push_told IS 'The stops of a day that a driver was informed of.';
COMMENT ON COLUMN push_told.day IS 'South African day.';
COMMENT ON COLUMN push_told.stops IS 'Stops as the driver was informed of them, by stop.';
CALL tenant_table('push_told', NULL, 'What was said last, to find what is new.');
