-- Connections to third parties: webhooks of accounts, integrations with their rules, what waits to be sent, and the log.

CREATE TABLE webhook_subscription (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- None for one of the whole company.
  account_id bigint,
  topic text NOT NULL,
  delivery_url text NOT NULL,
  auth_key_sealed text,
  notify_when text[] NOT NULL DEFAULT '{}',
  meta text NOT NULL DEFAULT '',
  headers jsonb NOT NULL,
  signing_secret_sealed text NOT NULL,
  -- The secret before this one, valid beside it for a while.
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  is_active boolean NOT NULL DEFAULT true,
  disabled_reason text,
  -- Who is told when it is switched off.
  owner_email text NOT NULL,
  created_by text NOT NULL,
  modified_by text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  deleted_date timestamptz,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
CREATE INDEX webhook_subscription_account ON webhook_subscription (provider_id, account_id, id) WHERE deleted_date IS NULL;
CALL tenant_table('webhook_subscription', 'webhook_subscription', 'id');

CREATE TABLE integration (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  provider text NOT NULL,
  name text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  credentials_sealed text NOT NULL,
  status_map jsonb NOT NULL,
  -- The secret in the address where it calls us, sealed, and its digest to find it by.
  inbound_token_sealed text,
  inbound_digest text,
  is_active boolean NOT NULL DEFAULT true,
  created_by text NOT NULL,
  modified_by text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  deleted_date timestamptz,
  PRIMARY KEY (provider_id, id)
);
CREATE UNIQUE INDEX integration_name ON integration (provider_id, lower(name)) WHERE deleted_date IS NULL;
CREATE UNIQUE INDEX integration_inbound ON integration (provider_id, inbound_digest) WHERE inbound_digest IS NOT NULL;
CALL tenant_table('integration', 'integration', 'id');

CREATE TABLE integration_rule (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  integration_id bigint NOT NULL,
  position bigint NOT NULL,
  rule_type text NOT NULL,
  trigger text NOT NULL,
  filters jsonb NOT NULL,
  action text NOT NULL,
  scan_branch_ids bigint[] NOT NULL DEFAULT '{}',
  is_active boolean NOT NULL DEFAULT true,
  modified_by text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, integration_id) REFERENCES integration (provider_id, id)
);
CREATE INDEX integration_rule_order ON integration_rule (provider_id, integration_id, position, id);
CALL tenant_table('integration_rule', 'integration', 'integration_id');

-- How a destination has answered lately: kept apart, because it changes with every call.
CREATE TABLE integration_health (
  provider_id integer NOT NULL REFERENCES provider (id),
  -- Of a subscription or of an integration.
  target text NOT NULL CHECK (target IN ('webhook', 'integration')),
  target_id bigint NOT NULL,
  consecutive_failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  paused_until timestamptz,
  last_time timestamptz,
  last_status_code integer,
  PRIMARY KEY (provider_id, target, target_id)
);
CALL tenant_table('integration_health', NULL, 'Counters of the log, which is its own history.');

-- What waits to be sent or done, written with the change that caused it; once ended it is the log of deliveries.
CREATE TABLE integration_task (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  target text NOT NULL CHECK (target IN ('webhook', 'integration')),
  target_id bigint NOT NULL,
  -- Of a subscription its topic; of an integration what set the rule off.
  topic text NOT NULL,
  rule_id bigint,
  action text NOT NULL DEFAULT '',
  -- The same for all tries, so that a receiver knows a repeat.
  message_id text NOT NULL,
  -- Messages of one target about the same thing go in order.
  object_key text NOT NULL,
  shipment_id bigint,
  about jsonb NOT NULL,
  -- What changes are collected in one message: names of fields, ids of parcels.
  parts text[] NOT NULL DEFAULT '{}',
  -- More of the same joins a message that waits under this key.
  merge_key text,
  -- As it was sent first; tries after that send the same.
  body text,
  is_test boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'failed', 'dropped')),
  attempts integer NOT NULL DEFAULT 0,
  status_code integer,
  answer text NOT NULL DEFAULT '',
  duration_ms integer,
  run_after timestamptz NOT NULL,
  leased_until timestamptz,
  lease_token text,
  time_created timestamptz NOT NULL,
  time_ended timestamptz,
  PRIMARY KEY (provider_id, id)
);
CREATE INDEX integration_task_due ON integration_task (provider_id, run_after) WHERE status = 'waiting';
CREATE INDEX integration_task_order ON integration_task (provider_id, target, target_id, object_key, id) WHERE status = 'waiting';
CREATE INDEX integration_task_log ON integration_task (provider_id, target, target_id, id DESC);
CREATE INDEX integration_task_age ON integration_task (provider_id, time_ended) WHERE time_ended IS NOT NULL;
CREATE UNIQUE INDEX integration_task_merge ON integration_task (provider_id, merge_key) WHERE merge_key IS NOT NULL;
CALL tenant_table('integration_task', NULL, 'Messages in transit and their outcome; the change that caused them is audited.');

-- Every call to and from third parties.
CREATE TABLE integration_request (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL,
  integration_id bigint,
  subscription_id bigint,
  task_id bigint,
  rule_id bigint,
  action text NOT NULL DEFAULT '',
  shipment_id bigint,
  method text NOT NULL,
  url text NOT NULL,
  request_body text NOT NULL,
  response_body text NOT NULL,
  status_code integer,
  error text NOT NULL DEFAULT '',
  duration_ms integer NOT NULL,
  attempt integer NOT NULL DEFAULT 1,
  -- The same call that came in before is answered again without a second effect.
  inbound_digest text,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id)
);
CREATE INDEX integration_request_newest ON integration_request (provider_id, integration_id, id DESC);
CREATE INDEX integration_request_shipment ON integration_request (provider_id, shipment_id, id DESC) WHERE shipment_id IS NOT NULL;
CREATE INDEX integration_request_status ON integration_request (provider_id, status_code, id DESC);
CREATE INDEX integration_request_age ON integration_request (provider_id, time_created);
CREATE UNIQUE INDEX integration_request_repeat ON integration_request (provider_id, integration_id, inbound_digest) WHERE inbound_digest IS NOT NULL;
CALL tenant_table('integration_request', NULL, 'A log, append-only; it is its own history.');

-- Codes a provider has sent that nobody has said the meaning of.
CREATE TABLE integration_unmapped_code (
  provider_id integer NOT NULL REFERENCES provider (id),
  integration_id bigint NOT NULL,
  code text NOT NULL,
  count integer NOT NULL DEFAULT 1,
  last_time timestamptz NOT NULL,
  PRIMARY KEY (provider_id, integration_id, code),
  FOREIGN KEY (provider_id, integration_id) REFERENCES integration (provider_id, id)
);
CALL tenant_table('integration_unmapped_code', NULL, 'Counters; what a code means is kept with the integration.');

-- Shipments that are with somebody else, and how they are known there.
CREATE TABLE integration_shipment (
  provider_id integer NOT NULL REFERENCES provider (id),
  integration_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  reference text NOT NULL,
  -- Their own number of it, where that differs from the reference.
  remote_id text NOT NULL DEFAULT '',
  label_url text NOT NULL DEFAULT '',
  -- What their tracking told last, so that it is told once.
  seen_events text[] NOT NULL DEFAULT '{}',
  is_ended boolean NOT NULL DEFAULT false,
  polled_at timestamptz,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, integration_id, shipment_id),
  FOREIGN KEY (provider_id, integration_id) REFERENCES integration (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
CREATE INDEX integration_shipment_reference ON integration_shipment (provider_id, integration_id, reference);
CREATE INDEX integration_shipment_poll ON integration_shipment (provider_id, polled_at) WHERE NOT is_ended;
CALL tenant_table('integration_shipment', NULL, 'What is known of a shipment at a third party; who carries it is audited with the shipment.');

-- Who carries a leg for us, how it is known there, and what it costs us in cents.
ALTER TABLE shipment ADD COLUMN outsourced_to text, ADD COLUMN third_party_reference text, ADD COLUMN third_party_cost bigint;

-- Administrators of companies that exist may from now on send webhooks again.
SET LOCAL ROLE courier_platform;
SELECT set_config('app.who', '{"username": "system", "channel": "job", "request_id": "0028"}', true);
UPDATE role SET permissions = permissions || ARRAY['INLINE_replay_webhooks']
  WHERE id = 3 AND deleted_date IS NULL AND NOT 'INLINE_replay_webhooks' = ANY (permissions) AND NOT '*' = ANY (permissions);
RESET ROLE;
