-- What processes keep for themselves: repeats, events in transit, schedules, backups, checks.

CREATE TABLE installation (
  is_it boolean PRIMARY KEY DEFAULT true CHECK (is_it),
  digest_key_sealed text NOT NULL,
  has_demo boolean NOT NULL DEFAULT false,
  time_created timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE installation IS 'One row for the whole installation; only the owner of the database may read or write it.';
COMMENT ON COLUMN installation.is_it IS 'Always true, so that there is one row.';
COMMENT ON COLUMN installation.digest_key_sealed IS 'The key of keyed digests, sealed with the secret of the server; it outlives a change of the secret, and whoever cannot open it has the wrong secret.';
COMMENT ON COLUMN installation.has_demo IS 'The demonstration company, whose passwords are public, is in this installation.';

CREATE TABLE maintenance (
  is_on boolean PRIMARY KEY CHECK (is_on),
  text text NOT NULL,
  since timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE maintenance IS 'The text that every process answers while the installation is in maintenance; no row, no maintenance.';
COMMENT ON COLUMN maintenance.is_on IS 'Always true, so that there is at most one row.';
GRANT ALL ON maintenance TO courier_platform;

CREATE TABLE schedule_lease (
  name text PRIMARY KEY,
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  lease_token text,
  last_due timestamptz NOT NULL DEFAULT '-infinity'
);
COMMENT ON TABLE schedule_lease IS 'Which process runs a schedule, and when it last ran; of the installation.';
COMMENT ON COLUMN schedule_lease.lease_token IS 'Names the process that holds the lease.';
COMMENT ON COLUMN schedule_lease.last_due IS 'The due time that was run last.';
GRANT ALL ON schedule_lease TO courier_platform;

CREATE TABLE backup_run (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  time_started timestamptz NOT NULL,
  time_ended timestamptz NOT NULL,
  bytes bigint NOT NULL
);
COMMENT ON TABLE backup_run IS 'Backups that were made, by which the age of the newest is known; of the installation.';
GRANT SELECT ON backup_run TO courier_platform;

CREATE TABLE secret (
  provider_id integer NOT NULL REFERENCES provider (id),
  name text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (provider_id, name)
);
COMMENT ON TABLE secret IS 'Keys and passwords of a company, sealed.';
COMMENT ON COLUMN secret.value IS 'Sealed with the secret of the server.';
CALL tenant_table('secret', NULL, 'Encrypted secrets must not reach the audit.');

CREATE TABLE idempotency_key (
  provider_id integer NOT NULL REFERENCES provider (id),
  scope text NOT NULL,
  key text NOT NULL,
  body_digest text NOT NULL,
  status integer,
  answer text,
  time_created timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, scope, key)
);
COMMENT ON TABLE idempotency_key IS 'Answers to calls with an idempotency key, given again when the call is repeated.';
COMMENT ON COLUMN idempotency_key.scope IS 'Caller and endpoint.';
COMMENT ON COLUMN idempotency_key.body_digest IS 'Digest of the body, to refuse another body under the same key.';
COMMENT ON COLUMN idempotency_key.status IS 'HTTP status of the answer; null while the call runs.';
CREATE INDEX idempotency_key_age ON idempotency_key (provider_id, time_created);
CALL tenant_table('idempotency_key', NULL, 'A copy of an answer, kept for repeats; the change itself is audited.');

CREATE TABLE outbox (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  event text NOT NULL,
  listener text NOT NULL,
  object_key text NOT NULL DEFAULT '',
  payload jsonb NOT NULL,
  request_id text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  leased_until timestamptz,
  lease_token text,
  dead_at timestamptz,
  last_error text,
  time_created timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE outbox IS 'Events that wait for their listeners after the commit.';
COMMENT ON COLUMN outbox.object_key IS 'Events of one listener with the same key are delivered in order.';
COMMENT ON COLUMN outbox.payload IS 'What happened; each event has a shape of its own.';
COMMENT ON COLUMN outbox.leased_until IS 'A process is delivering it until then.';
COMMENT ON COLUMN outbox.dead_at IS 'When delivery was given up.';
CREATE INDEX outbox_due ON outbox (next_attempt_at) WHERE dead_at IS NULL;
CREATE INDEX outbox_order ON outbox (provider_id, listener, object_key, id) WHERE dead_at IS NULL;
CALL tenant_table('outbox', NULL, 'Messages in transit; the change that caused them is audited.');

CREATE TABLE invariant_result (
  provider_id integer NOT NULL REFERENCES provider (id),
  number integer NOT NULL,
  rows_broken bigint NOT NULL,
  sample jsonb NOT NULL,
  time_run timestamptz NOT NULL,
  took_ms integer NOT NULL,
  PRIMARY KEY (provider_id, number)
);
COMMENT ON TABLE invariant_result IS 'The newest result of each nightly check of the data.';
COMMENT ON COLUMN invariant_result.rows_broken IS 'How many rows break it; 0: it holds.';
COMMENT ON COLUMN invariant_result.sample IS 'The first rows that break it: ids and amounts.';
CALL tenant_table('invariant_result', NULL, 'What a check found; it changes nothing.');
