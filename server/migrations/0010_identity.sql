-- Settings of the company, roles, users, sign-in, sessions and API keys.

CREATE TABLE provider_setting (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  key text NOT NULL,
  value text NOT NULL,
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE provider_setting IS 'Settings of the company that differ from their defaults.';
COMMENT ON COLUMN provider_setting.value IS 'As text in the form of the setting; secrets are sealed.';
CREATE UNIQUE INDEX provider_setting_key ON provider_setting (provider_id, lower(key));
CALL tenant_table('provider_setting', 'provider_setting', 'id');

CREATE TABLE role (
  provider_id integer NOT NULL REFERENCES provider (id),
  id integer NOT NULL,
  name text NOT NULL,
  label text NOT NULL,
  permissions text[] NOT NULL DEFAULT '{}',
  permissions_ui text[] NOT NULL DEFAULT '{}',
  require_2fa boolean NOT NULL DEFAULT false,
  deleted_date timestamptz,
  version integer NOT NULL DEFAULT 1,
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE role IS 'Roles of the company. A removed one keeps its id for the audit trail.';
COMMENT ON COLUMN role.id IS 'Counted per company; the starter roles have fixed ids.';
COMMENT ON COLUMN role.permissions IS 'Calls and rights, with * as a wildcard.';
COMMENT ON COLUMN role.permissions_ui IS 'What of the screens the role sees.';
CALL tenant_table('role', 'role', 'id');

CREATE TABLE app_user (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  username text NOT NULL,
  name text NOT NULL,
  email text NOT NULL DEFAULT '',
  phone_number text,
  role_id integer NOT NULL,
  account_id bigint,
  branch_id bigint,
  limit_user_to_branch boolean NOT NULL DEFAULT false,
  limit_user_to_account boolean NOT NULL DEFAULT false,
  shipment_page_mode text,
  is_api_user boolean NOT NULL DEFAULT false,
  two_factor_auth_enabled boolean NOT NULL DEFAULT false,
  terms_and_conditions_accepted_version text,
  vehicle_registration text,
  vehicle_type text NOT NULL DEFAULT '',
  vehicle_max_kg double precision NOT NULL DEFAULT 0,
  vehicle_max_m3 double precision NOT NULL DEFAULT 0,
  licence_expiry date,
  pay_plan text NOT NULL DEFAULT '',
  on_duty boolean NOT NULL DEFAULT true,
  disabled_date timestamptz,
  deleted_date timestamptz,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL DEFAULT now(),
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, role_id) REFERENCES role (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id),
  FOREIGN KEY (provider_id, branch_id) REFERENCES branch (provider_id, id)
);
COMMENT ON TABLE app_user IS 'People and API users of the company. A removed one stays for the history.';
COMMENT ON COLUMN app_user.account_id IS 'The account that a customer belongs to; null for staff.';
COMMENT ON COLUMN app_user.shipment_page_mode IS 'Which page of shipments opens, such as the kiosk.';
COMMENT ON COLUMN app_user.vehicle_max_kg IS 'Kilograms; 0: unknown.';
COMMENT ON COLUMN app_user.vehicle_max_m3 IS 'Cubic metres; 0: unknown.';
COMMENT ON COLUMN app_user.on_duty IS 'Of drivers.';
COMMENT ON COLUMN app_user.disabled_date IS 'May not sign in from then on.';
CREATE UNIQUE INDEX app_user_username ON app_user (provider_id, lower(username));
CREATE UNIQUE INDEX app_user_email ON app_user (provider_id, lower(email)) WHERE email <> '' AND deleted_date IS NULL;
CREATE INDEX app_user_account ON app_user (provider_id, account_id);
CALL tenant_table('app_user', 'user', 'id');

CREATE TABLE user_secret (
  provider_id integer NOT NULL,
  user_id bigint NOT NULL,
  password_hash text,
  failed_count integer NOT NULL DEFAULT 0,
  retry_after timestamptz,
  invite_digest text,
  invite_expires timestamptz,
  totp_sealed text,
  totp_last_step bigint NOT NULL DEFAULT 0,
  totp_pending_sealed text,
  totp_pending_until timestamptz,
  challenge_until timestamptz,
  challenge_tries integer NOT NULL DEFAULT 0,
  reset_digest text,
  reset_expires timestamptz,
  PRIMARY KEY (provider_id, user_id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
COMMENT ON TABLE user_secret IS 'Password, second factor and one-time links of a user; apart, because secrets must not reach the audit trail.';
COMMENT ON COLUMN user_secret.password_hash IS 'Null until a password is set.';
COMMENT ON COLUMN user_secret.failed_count IS 'Wrong passwords in a row.';
COMMENT ON COLUMN user_secret.invite_digest IS 'Digest of the invitation link.';
COMMENT ON COLUMN user_secret.totp_sealed IS 'Secret of the authenticator app, sealed.';
COMMENT ON COLUMN user_secret.totp_last_step IS 'Time step of the last code that was used, so that no code works twice.';
COMMENT ON COLUMN user_secret.totp_pending_sealed IS 'A secret that was shown and waits for its first code.';
COMMENT ON COLUMN user_secret.challenge_until IS 'A right password was given; the code is awaited until then.';
COMMENT ON COLUMN user_secret.reset_digest IS 'Digest of the link to a new password.';
CALL tenant_table('user_secret', NULL, 'Password hashes must not reach the audit.');

CREATE TABLE user_setting (
  provider_id integer NOT NULL,
  user_id bigint NOT NULL,
  key text NOT NULL,
  value jsonb NOT NULL,
  PRIMARY KEY (provider_id, user_id, key),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
COMMENT ON TABLE user_setting IS 'What a user has set on screens.';
COMMENT ON COLUMN user_setting.value IS 'Of a shape that the screen decides.';
CALL tenant_table('user_setting', NULL, 'Preferences of the screen, not business data.');

CREATE TABLE recovery_code (
  provider_id integer NOT NULL,
  user_id bigint NOT NULL,
  digest text NOT NULL,
  time_used timestamptz,
  PRIMARY KEY (provider_id, user_id, digest),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
COMMENT ON TABLE recovery_code IS 'Recovery codes of the second factor.';
COMMENT ON COLUMN recovery_code.digest IS 'Digest of the code.';
CALL tenant_table('recovery_code', NULL, 'Digests of secrets must not reach the audit; switching the second factor on or off is audited.');

CREATE TABLE known_device (
  provider_id integer NOT NULL,
  user_id bigint NOT NULL,
  token_digest text NOT NULL,
  time_last_used timestamptz NOT NULL,
  PRIMARY KEY (provider_id, user_id, token_digest),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
COMMENT ON TABLE known_device IS 'Browsers that a user has signed in with before; wrong passwords from elsewhere do not slow them down.';
CALL tenant_table('known_device', NULL, 'Digests of secrets must not reach the audit.');

CREATE TABLE session (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  token_digest text NOT NULL,
  kind text NOT NULL DEFAULT 'browser' CHECK (kind IN ('browser', 'driver', 'kiosk')),
  device text NOT NULL DEFAULT '',
  time_last_used timestamptz NOT NULL DEFAULT now(),
  time_expires timestamptz NOT NULL,
  time_revoked timestamptz,
  address text NOT NULL DEFAULT '',
  idle_seconds integer,
  time_confirmed timestamptz,
  time_created timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
COMMENT ON TABLE session IS 'Signed-in browsers, driver phones and kiosks.';
COMMENT ON COLUMN session.token_digest IS 'Found by it before the company is known; the one index without provider_id in front.';
COMMENT ON COLUMN session.address IS 'IP address at sign-in.';
COMMENT ON COLUMN session.idle_seconds IS 'Ends after this many seconds without use; null: only by time_expires.';
COMMENT ON COLUMN session.time_confirmed IS 'When the person last confirmed who it is: by a code, a passkey or the password.';
-- Looked up before the company is known.
CREATE UNIQUE INDEX session_token ON session (token_digest);
CREATE INDEX session_of_user ON session (provider_id, user_id);
CREATE INDEX session_newest ON session (provider_id, time_created);
CALL tenant_table('session', NULL, 'Sign-ins are recorded by their own rows; digests must not reach the audit.');

CREATE TABLE step_up (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  session_id bigint NOT NULL,
  method text NOT NULL,
  time_confirmed timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
COMMENT ON TABLE step_up IS 'Each confirmation of a person after the sign-in.';
CALL tenant_table('step_up', 'user', 'user_id');

CREATE TABLE live_ticket (
  provider_id integer NOT NULL REFERENCES provider (id),
  digest text NOT NULL,
  session_id bigint NOT NULL,
  time_expires timestamptz NOT NULL,
  PRIMARY KEY (provider_id, digest),
  FOREIGN KEY (provider_id, session_id) REFERENCES session (provider_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE live_ticket IS 'One-time tickets that open the live channel, so that the session token stays in API calls.';
CALL tenant_table('live_ticket', NULL, 'Lives for half a minute; the session behind it is audited.');

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
COMMENT ON TABLE sign_in_guard IS 'How often sign-in was tried per user, unknown name or IP address; unknown names have rows as well.';
COMMENT ON COLUMN sign_in_guard.key IS 'What is counted: a user, a name or an address.';
COMMENT ON COLUMN sign_in_guard.window_from IS 'Start of the period that window_tries counts.';
CREATE INDEX sign_in_guard_age ON sign_in_guard (provider_id, time_last);
CALL tenant_table('sign_in_guard', NULL, 'Counters that live for an hour, not business data.');

CREATE TABLE registration (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  email text NOT NULL,
  is_email_proved boolean NOT NULL DEFAULT false,
  token_digest text NOT NULL,
  details_sealed text NOT NULL,
  code_digest text,
  code_tries integer NOT NULL DEFAULT 0,
  time_code_expires timestamptz,
  time_code_sent timestamptz,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE registration IS 'Registrations whose e-mail address or phone is not proved yet; the account is made when the code is entered.';
COMMENT ON COLUMN registration.is_email_proved IS 'The code of the e-mail was entered and the one for the phone is awaited.';
COMMENT ON COLUMN registration.token_digest IS 'Held by the browser that registers, so that its code confirms nothing that somebody else typed.';
COMMENT ON COLUMN registration.details_sealed IS 'What was entered, sealed.';
CREATE INDEX registration_email ON registration (provider_id, lower(email));
CREATE INDEX registration_age ON registration (provider_id, time_created);
CALL tenant_table('registration', NULL, 'Not yet business data; the account and the user that come of it are audited.');

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
COMMENT ON TABLE third_party_identity IS 'Accounts at other sign-in services that are linked to a user, by issuer and subject.';
COMMENT ON COLUMN third_party_identity.email IS 'As the service gave it; never used for linking.';
CALL tenant_table('third_party_identity', 'user', 'user_id');

CREATE TABLE impersonation (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  by_user_id bigint NOT NULL,
  by_username text NOT NULL,
  session_id bigint NOT NULL,
  time_started timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id),
  FOREIGN KEY (provider_id, by_user_id) REFERENCES app_user (provider_id, id)
);
COMMENT ON TABLE impersonation IS 'When somebody of staff acted as a customer: one row per session and customer.';
COMMENT ON COLUMN impersonation.user_id IS 'The customer.';
COMMENT ON COLUMN impersonation.by_user_id IS 'The member of staff.';
CREATE UNIQUE INDEX impersonation_of_session ON impersonation (provider_id, session_id, user_id);
CALL tenant_table('impersonation', 'user', 'user_id');

CREATE TABLE api_key (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  user_id bigint NOT NULL,
  account_id bigint,
  key_digest text NOT NULL,
  last_four text NOT NULL,
  time_last_used timestamptz,
  time_revoked timestamptz,
  time_expires timestamptz,
  scopes text[] NOT NULL DEFAULT '{}',
  addresses text[] NOT NULL DEFAULT '{}',
  time_rotated timestamptz,
  previous_digest text,
  previous_last_four text,
  previous_until timestamptz,
  previous_last_used timestamptz,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
COMMENT ON TABLE api_key IS 'API keys.';
COMMENT ON COLUMN api_key.user_id IS 'The API user that the key acts as.';
COMMENT ON COLUMN api_key.key_digest IS 'Digest of the key; the key itself is not stored.';
COMMENT ON COLUMN api_key.scopes IS 'Names of permission groups; empty: everything the role may do.';
COMMENT ON COLUMN api_key.addresses IS 'IP addresses and networks (CIDR) it is used from; empty: from anywhere.';
COMMENT ON COLUMN api_key.previous_digest IS 'Digest of the key it replaced, valid until previous_until.';
CREATE UNIQUE INDEX api_key_digest ON api_key (key_digest);
CREATE INDEX api_key_account ON api_key (provider_id, account_id);
CREATE UNIQUE INDEX api_key_previous_digest ON api_key (previous_digest) WHERE previous_digest IS NOT NULL;
CALL tenant_table('api_key', NULL, 'Digests must not reach the audit; the API user behind a key is audited.');

CREATE TABLE api_key_change (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  api_key_id bigint NOT NULL,
  user_id bigint NOT NULL,
  what text NOT NULL,
  name text NOT NULL,
  last_four text NOT NULL,
  scopes text[] NOT NULL,
  addresses text[] NOT NULL,
  time_expires timestamptz,
  previous_until timestamptz,
  time_changed timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, api_key_id) REFERENCES api_key (provider_id, id)
);
COMMENT ON TABLE api_key_change IS 'Every change of an API key, without digests.';
COMMENT ON COLUMN api_key_change.user_id IS 'The API user behind the key, in whose audit trail the change is listed.';
CALL tenant_table('api_key_change', 'user', 'user_id');

CREATE TABLE passkey (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  name text NOT NULL,
  rp_id text NOT NULL,
  is_synced boolean NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
COMMENT ON TABLE passkey IS 'Passkeys of users, as they see them.';
COMMENT ON COLUMN passkey.rp_id IS 'Host name it was made for.';
COMMENT ON COLUMN passkey.is_synced IS 'It may be on several devices of its owner.';
CREATE INDEX passkey_of_user ON passkey (provider_id, user_id);
CALL tenant_table('passkey', 'user', 'user_id');

CREATE TABLE passkey_credential (
  provider_id integer NOT NULL,
  credential_id text NOT NULL,
  passkey_id bigint NOT NULL,
  public_key text NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  time_last_used timestamptz,
  PRIMARY KEY (provider_id, credential_id),
  FOREIGN KEY (provider_id, passkey_id) REFERENCES passkey (provider_id, id) ON DELETE CASCADE
);
COMMENT ON TABLE passkey_credential IS 'Key and counter of a passkey; apart, because they change with every use.';
COMMENT ON COLUMN passkey_credential.public_key IS 'COSE, base64url.';
COMMENT ON COLUMN passkey_credential.counter IS 'Uses as counted by the authenticator; 0 for one that does not count.';
CREATE INDEX passkey_credential_of ON passkey_credential (provider_id, passkey_id);
CALL tenant_table('passkey_credential', NULL, 'Public keys and counters that every use moves on; adding and removing a passkey is audited.');

CREATE TABLE passkey_challenge (
  provider_id integer NOT NULL REFERENCES provider (id),
  challenge text NOT NULL,
  purpose text NOT NULL,
  user_id bigint,
  time_expires timestamptz NOT NULL,
  PRIMARY KEY (provider_id, challenge)
);
COMMENT ON TABLE passkey_challenge IS 'What an authenticator has to sign, once and within minutes.';
COMMENT ON COLUMN passkey_challenge.user_id IS 'Null for somebody who is not signed in yet.';
CREATE INDEX passkey_challenge_age ON passkey_challenge (provider_id, time_expires);
CALL tenant_table('passkey_challenge', NULL, 'Random values that live for five minutes, not business data.');
