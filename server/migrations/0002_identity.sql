-- Providers' settings, roles, users, sessions and API keys.

CREATE TABLE provider_setting (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  key text NOT NULL,
  value text NOT NULL,
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id)
);
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
  PRIMARY KEY (provider_id, id)
);
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
  on_duty boolean NOT NULL DEFAULT true,
  deleted_date timestamptz,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL DEFAULT now(),
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, role_id) REFERENCES role (provider_id, id)
);
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
  PRIMARY KEY (provider_id, user_id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
CALL tenant_table('user_secret', NULL, 'Password hashes must not reach the audit.');

CREATE TABLE user_setting (
  provider_id integer NOT NULL,
  user_id bigint NOT NULL,
  key text NOT NULL,
  value jsonb NOT NULL,
  PRIMARY KEY (provider_id, user_id, key),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
CALL tenant_table('user_setting', NULL, 'Preferences of the screen, not business data.');

-- Looked up by digest before the provider is known, hence the one index without it in front.
CREATE TABLE session (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  token_digest text NOT NULL,
  kind text NOT NULL DEFAULT 'browser',
  device text NOT NULL DEFAULT '',
  time_created timestamptz NOT NULL DEFAULT now(),
  time_last_used timestamptz NOT NULL DEFAULT now(),
  time_expires timestamptz NOT NULL,
  time_revoked timestamptz,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
CREATE UNIQUE INDEX session_token ON session (token_digest);
CREATE INDEX session_of_user ON session (provider_id, user_id);
CALL tenant_table('session', NULL, 'Sign-ins are recorded by their own rows; digests must not reach the audit.');

CREATE TABLE api_key (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  user_id bigint NOT NULL,
  account_id bigint,
  key_digest text NOT NULL,
  last_four text NOT NULL,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL DEFAULT now(),
  time_last_used timestamptz,
  time_revoked timestamptz,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
CREATE UNIQUE INDEX api_key_digest ON api_key (key_digest);
CREATE INDEX api_key_account ON api_key (provider_id, account_id);
CALL tenant_table('api_key', NULL, 'Digests must not reach the audit; the API user behind a key is audited.');
