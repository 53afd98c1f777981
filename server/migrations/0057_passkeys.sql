-- Passkeys of users. What is a key or changes with every use stands apart, so that the audit trail stays readable.
CREATE TABLE passkey (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  name text NOT NULL,
  -- The host name it was made for.
  rp_id text NOT NULL,
  -- Whether it may be on several devices of its owner.
  is_synced boolean NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
CREATE INDEX passkey_of_user ON passkey (provider_id, user_id);
CALL tenant_table('passkey', 'user', 'user_id');

CREATE TABLE passkey_credential (
  provider_id integer NOT NULL,
  credential_id text NOT NULL,
  passkey_id bigint NOT NULL,
  -- Base64url, as COSE.
  public_key text NOT NULL,
  -- How often the authenticator says it was used; 0 for those that do not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  time_last_used timestamptz,
  PRIMARY KEY (provider_id, credential_id),
  FOREIGN KEY (provider_id, passkey_id) REFERENCES passkey (provider_id, id) ON DELETE CASCADE
);
CREATE INDEX passkey_credential_of ON passkey_credential (provider_id, passkey_id);
CALL tenant_table('passkey_credential', NULL, 'Public keys and counters that every use moves on; adding and removing a passkey is audited.');

-- What an authenticator has to sign, for a few minutes and once.
CREATE TABLE passkey_challenge (
  provider_id integer NOT NULL REFERENCES provider (id),
  challenge text NOT NULL,
  purpose text NOT NULL,
  -- Who asked; NULL for somebody who is not signed in yet.
  user_id bigint,
  time_expires timestamptz NOT NULL,
  PRIMARY KEY (provider_id, challenge)
);
CREATE INDEX passkey_challenge_age ON passkey_challenge (provider_id, time_expires);
CALL tenant_table('passkey_challenge', NULL, 'Random values that live for five minutes, not business data.');
