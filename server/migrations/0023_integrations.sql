-- Webhooks, integrations with other couriers, and the log of calls.

CREATE TABLE webhook_subscription (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint,
  topic text NOT NULL,
  delivery_url text NOT NULL,
  auth_key_sealed text,
  notify_when text[] NOT NULL DEFAULT '{}',
  meta text NOT NULL DEFAULT '',
  headers jsonb NOT NULL,
  signing_secret_sealed text NOT NULL,
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  is_active boolean NOT NULL DEFAULT true,
  disabled_reason text,
  owner_email text NOT NULL,
  created_by text NOT NULL,
  modified_by text NOT NULL,
  deleted_date timestamptz,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
COMMENT ON TABLE webhook_subscription IS 'Webhooks that call the system of a customer or of the company.';
COMMENT ON COLUMN webhook_subscription.account_id IS 'Null: of the whole company.';
COMMENT ON COLUMN webhook_subscription.auth_key_sealed IS 'Sent with each call.';
COMMENT ON COLUMN webhook_subscription.notify_when IS 'Statuses it is limited to; empty: all.';
COMMENT ON COLUMN webhook_subscription.meta IS 'Sent in the header X-Webhook-Meta.';
COMMENT ON COLUMN webhook_subscription.headers IS 'Headers that are sent along.';
COMMENT ON COLUMN webhook_subscription.signing_secret_sealed IS 'Signs what is sent, sealed.';
COMMENT ON COLUMN webhook_subscription.previous_secret_sealed IS 'The signing secret before this one, valid until previous_secret_until.';
COMMENT ON COLUMN webhook_subscription.owner_email IS 'Is informed when it is switched off.';
CREATE INDEX webhook_subscription_account ON webhook_subscription (provider_id, account_id, id)
  WHERE deleted_date IS NULL;
CALL tenant_table('webhook_subscription', 'webhook_subscription', 'id');

CREATE TABLE integration (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  provider text NOT NULL,
  name text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  credentials_sealed text NOT NULL,
  status_map jsonb NOT NULL,
  inbound_token_sealed text,
  inbound_digest text,
  is_active boolean NOT NULL DEFAULT true,
  created_by text NOT NULL,
  modified_by text NOT NULL,
  deleted_date timestamptz,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE integration IS 'Connections to other couriers and systems.';
COMMENT ON COLUMN integration.provider IS 'Which system.';
COMMENT ON COLUMN integration.credentials_sealed IS 'Keys and passwords of the other system, sealed.';
COMMENT ON COLUMN integration.status_map IS 'What their status codes mean.';
COMMENT ON COLUMN integration.inbound_token_sealed IS 'Secret part of the address they call, sealed.';
COMMENT ON COLUMN integration.inbound_digest IS 'Digest of it, to find the integration.';
CREATE UNIQUE INDEX integration_name ON integration (provider_id, lower(name)) WHERE deleted_date IS NULL;
CREATE UNIQUE INDEX integration_inbound ON integration (provider_id, inbound_digest) WHERE inbound_digest IS NOT NULL;
CALL tenant_table('integration', 'integration', 'id');

CREATE TABLE integration_rule (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  integration_id bigint NOT NULL,
  position bigint NOT NULL,
  rule_type text NOT NULL
    CHECK (rule_type IN (
      'outbounded-to-branch', 'collection-branch', 'delivery-branch', 'collection-and-delivery-branch', 'routing',
      'status', 'hub-scanner', 'account'
    )),
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
COMMENT ON TABLE integration_rule IS 'When an integration does what.';
COMMENT ON COLUMN integration_rule.position IS 'Order in which rules are tried.';
COMMENT ON COLUMN integration_rule.filters IS 'Which shipments it is limited to.';
CREATE INDEX integration_rule_order ON integration_rule (provider_id, integration_id, "position", id);
CALL tenant_table('integration_rule', 'integration', 'integration_id');

CREATE TABLE integration_health (
  provider_id integer NOT NULL REFERENCES provider (id),
  target text NOT NULL CHECK (target IN ('webhook', 'integration')),
  target_id bigint NOT NULL,
  consecutive_failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  paused_until timestamptz,
  last_time timestamptz,
  last_status_code integer,
  PRIMARY KEY (provider_id, target, target_id)
);
COMMENT ON TABLE integration_health IS 'How a destination has answered lately; apart, because it changes with every call.';
COMMENT ON COLUMN integration_health.target_id IS 'Id of the webhook or integration.';
CALL tenant_table('integration_health', NULL, 'Counters of the log, which is its own history.');

CREATE TABLE integration_task (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  target text NOT NULL CHECK (target IN ('webhook', 'integration')),
  target_id bigint NOT NULL,
  topic text NOT NULL,
  rule_id bigint,
  action text NOT NULL DEFAULT '',
  message_id text NOT NULL,
  object_key text NOT NULL,
  shipment_id bigint,
  about jsonb NOT NULL,
  parts text[] NOT NULL DEFAULT '{}',
  merge_key text,
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
  time_ended timestamptz,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE integration_task IS 'What waits to be sent or done, written with the change that caused it; once ended it is the log of deliveries.';
COMMENT ON COLUMN integration_task.topic IS 'Of a webhook its topic; of an integration what triggered the rule.';
COMMENT ON COLUMN integration_task.message_id IS 'The same for all tries, so that receivers recognise a repeat.';
COMMENT ON COLUMN integration_task.object_key IS 'Messages of one target with the same key go in order.';
COMMENT ON COLUMN integration_task.about IS 'What the change was, for the message.';
COMMENT ON COLUMN integration_task.parts IS 'Changes collected in one message: names of fields, ids of parcels.';
COMMENT ON COLUMN integration_task.merge_key IS 'More of the same joins a message that waits under this key.';
COMMENT ON COLUMN integration_task.body IS 'As it was sent first; later tries send the same.';
CREATE INDEX integration_task_due ON integration_task (provider_id, run_after) WHERE status = 'waiting';
CREATE INDEX integration_task_order ON integration_task (provider_id, target, target_id, object_key, id)
  WHERE status = 'waiting';
CREATE INDEX integration_task_log ON integration_task (provider_id, target, target_id, id DESC);
CREATE INDEX integration_task_age ON integration_task (provider_id, time_ended) WHERE time_ended IS NOT NULL;
CREATE UNIQUE INDEX integration_task_merge ON integration_task (provider_id, merge_key) WHERE merge_key IS NOT NULL;
CALL tenant_table('integration_task', NULL, 'Messages in transit and their outcome; the change that caused them is audited.');

CREATE TABLE integration_request (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL CHECK (type IN ('outbound-api', 'inbound-api', 'outbound-webhook', 'inbound-webhook')),
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
  inbound_digest text,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE integration_request IS 'Log of calls to and from other systems.';
COMMENT ON COLUMN integration_request.inbound_digest IS 'A call that came in before is answered again without a second effect.';
CREATE INDEX integration_request_newest ON integration_request (provider_id, integration_id, id DESC);
CREATE INDEX integration_request_shipment ON integration_request (provider_id, shipment_id, id DESC)
  WHERE shipment_id IS NOT NULL;
CREATE INDEX integration_request_status ON integration_request (provider_id, status_code, id DESC);
CREATE INDEX integration_request_age ON integration_request (provider_id, time_created);
CREATE UNIQUE INDEX integration_request_repeat ON integration_request (provider_id, integration_id, inbound_digest)
  WHERE inbound_digest IS NOT NULL;
CALL tenant_table('integration_request', NULL, 'A log, append-only; it is its own history.');

CREATE TABLE integration_shipment (
  provider_id integer NOT NULL REFERENCES provider (id),
  integration_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  reference text NOT NULL,
  remote_id text NOT NULL DEFAULT '',
  label_url text NOT NULL DEFAULT '',
  seen_events text[] NOT NULL DEFAULT '{}',
  is_ended boolean NOT NULL DEFAULT false,
  polled_at timestamptz,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, integration_id, shipment_id),
  FOREIGN KEY (provider_id, integration_id) REFERENCES integration (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE integration_shipment IS 'Shipments that another courier carries, and how they are known there.';
COMMENT ON COLUMN integration_shipment.remote_id IS 'Their own id, where it differs from the reference.';
COMMENT ON COLUMN integration_shipment.seen_events IS 'Tracking events that were taken over.';
COMMENT ON COLUMN integration_shipment.is_ended IS 'Their tracking is not asked any more.';
CREATE INDEX integration_shipment_reference ON integration_shipment (provider_id, integration_id, reference);
CREATE INDEX integration_shipment_poll ON integration_shipment (provider_id, polled_at) WHERE NOT is_ended;
CALL tenant_table('integration_shipment', NULL, 'What is known of a shipment at a third party; who carries it is audited with the shipment.');

CREATE TABLE integration_unmapped_code (
  provider_id integer NOT NULL REFERENCES provider (id),
  integration_id bigint NOT NULL,
  code text NOT NULL,
  count integer NOT NULL DEFAULT 1,
  last_time timestamptz NOT NULL,
  PRIMARY KEY (provider_id, integration_id, code),
  FOREIGN KEY (provider_id, integration_id) REFERENCES integration (provider_id, id)
);
COMMENT ON TABLE integration_unmapped_code IS 'Status codes of an integration whose meaning nobody has set.';
CALL tenant_table('integration_unmapped_code', NULL, 'Counters; what a code means is kept with the integration.');
