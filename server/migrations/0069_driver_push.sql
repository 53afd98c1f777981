-- compatible-from: 0064
-- The key pair with which a company signs what it pushes to phones (VAPID); made once.
CREATE TABLE push_key (
  provider_id integer NOT NULL REFERENCES provider (id),
  -- Base64url, the uncompressed point: browsers subscribe with it.
  public_key text NOT NULL,
  private_key_sealed text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id)
);
CALL tenant_table('push_key', NULL, 'A key pair that the server makes and nobody changes.');

-- A browser that takes messages for its user, as long as the session lasts that asked for them.
CREATE TABLE push_subscription (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  session_id bigint NOT NULL,
  endpoint text NOT NULL,
  -- Base64url: the browser's public key, and the secret it shares with us.
  p256dh text NOT NULL,
  auth_sealed text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  UNIQUE (provider_id, endpoint),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id),
  FOREIGN KEY (provider_id, session_id) REFERENCES session (provider_id, id) ON DELETE CASCADE
);
CREATE INDEX push_subscription_of_user ON push_subscription (provider_id, user_id);
CREATE INDEX push_subscription_of_session ON push_subscription (provider_id, session_id);
CALL tenant_table('push_subscription', NULL, 'Addresses of browsers that come and go; not business data.');

-- The stops of a day that a driver has been told of.
CREATE TABLE push_told (
  provider_id integer NOT NULL,
  user_id bigint NOT NULL,
  -- YYYY-MM-DD, South African time.
  day text NOT NULL,
  stops jsonb NOT NULL,
  PRIMARY KEY (provider_id, user_id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
CALL tenant_table('push_told', NULL, 'What was said last, to find what is new.');
