-- What an API key may be used for and from where, and the key it replaces while both work.
ALTER TABLE api_key
  -- Names of permission groups; none: everything the role may do.
  ADD COLUMN scopes text[] NOT NULL DEFAULT '{}',
  -- Addresses and networks (CIDR) it is used from; none: from anywhere.
  ADD COLUMN addresses text[] NOT NULL DEFAULT '{}',
  ADD COLUMN time_rotated timestamptz,
  ADD COLUMN previous_digest text,
  ADD COLUMN previous_last_four text,
  ADD COLUMN previous_until timestamptz,
  ADD COLUMN previous_last_used timestamptz;
CREATE UNIQUE INDEX api_key_previous_digest ON api_key (previous_digest) WHERE previous_digest IS NOT NULL;

-- Every change of a key, without its digests.
CREATE TABLE api_key_change (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  api_key_id bigint NOT NULL,
  -- The API user behind the key, in whose trail it stands.
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
CALL tenant_table('api_key_change', 'user', 'user_id');
