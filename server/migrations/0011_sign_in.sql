-- Signing in: the second factor, one-time links, what slows guessing down, known devices, registration, third parties.

ALTER TABLE user_secret
  -- The authenticator's secret, sealed, and the last step whose code was used.
  ADD COLUMN totp_sealed text,
  ADD COLUMN totp_last_step bigint NOT NULL DEFAULT 0,
  -- A secret that was shown and waits for its first code.
  ADD COLUMN totp_pending_sealed text,
  ADD COLUMN totp_pending_until timestamptz,
  -- The passcode asked for after a right password.
  ADD COLUMN challenge_until timestamptz,
  ADD COLUMN challenge_tries integer NOT NULL DEFAULT 0,
  ADD COLUMN reset_digest text,
  ADD COLUMN reset_expires timestamptz;

CREATE TABLE recovery_code (
  provider_id integer NOT NULL,
  user_id bigint NOT NULL,
  digest text NOT NULL,
  time_used timestamptz,
  PRIMARY KEY (provider_id, user_id, digest),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
CALL tenant_table('recovery_code', NULL, 'Digests of secrets must not reach the audit; switching the second factor on or off is audited.');

-- A browser somebody has signed in with before. Guessing from elsewhere does not slow it down.
CREATE TABLE known_device (
  provider_id integer NOT NULL,
  user_id bigint NOT NULL,
  token_digest text NOT NULL,
  time_last_used timestamptz NOT NULL,
  PRIMARY KEY (provider_id, user_id, token_digest),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
CALL tenant_table('known_device', NULL, 'Digests of secrets must not reach the audit.');

-- How often something was tried, by a user, a name nobody has, or an address. The same rows for those who exist and those who do not.
CREATE TABLE sign_in_guard (
  provider_id integer NOT NULL REFERENCES provider (id),
  key text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  retry_after timestamptz,
  window_from timestamptz NOT NULL,
  window_tries integer NOT NULL DEFAULT 0,
  time_last timestamptz NOT NULL,
  PRIMARY KEY (provider_id, key)
);
CREATE INDEX sign_in_guard_age ON sign_in_guard (provider_id, time_last);
CALL tenant_table('sign_in_guard', NULL, 'Counters that live for an hour, not business data.');

-- Somebody who opens an account and still has to prove the address. The account is made when the code is entered.
CREATE TABLE registration (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  email text NOT NULL,
  -- Held by the browser that registers, so that its code cannot confirm what somebody else typed.
  token_digest text NOT NULL,
  details_sealed text NOT NULL,
  code_digest text,
  code_tries integer NOT NULL DEFAULT 0,
  time_code_expires timestamptz,
  time_code_sent timestamptz,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id)
);
CREATE INDEX registration_email ON registration (provider_id, lower(email));
CREATE INDEX registration_age ON registration (provider_id, time_created);
CALL tenant_table('registration', NULL, 'Not yet business data; the account and the user that come of it are audited.');

-- Whom a third party's sign-in stands for: linked by issuer and subject, never by email alone.
CREATE TABLE third_party_identity (
  provider_id integer NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id bigint NOT NULL,
  email text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, issuer, subject),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
CALL tenant_table('third_party_identity', 'user', 'user_id');

ALTER TABLE session
  ADD COLUMN address text NOT NULL DEFAULT '',
  -- Ends after this many seconds without use; NULL: only by time_expires.
  ADD COLUMN idle_seconds integer;
ALTER TABLE api_key ADD COLUMN time_expires timestamptz;
