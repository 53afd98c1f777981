-- Reports kept under a name, sent by the clock, and files made of lists.

CREATE TABLE saved_report (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  name text NOT NULL,
  question jsonb NOT NULL,
  -- When and to whom it is sent; none: only when somebody opens it.
  schedule jsonb,
  next_run timestamptz,
  last_run timestamptz,
  problem text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id),
  CHECK ((schedule IS NULL) = (next_run IS NULL))
);
CREATE UNIQUE INDEX saved_report_name ON saved_report (provider_id, user_id, lower(name));
CREATE INDEX saved_report_due ON saved_report (provider_id, next_run) WHERE next_run IS NOT NULL;
CALL tenant_table('saved_report', 'user', 'user_id');

CREATE TABLE made_file (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  -- What is listed: 'reports', 'shipments', 'invoices', 'transactions'; and what was asked of it.
  resource text NOT NULL,
  asked jsonb NOT NULL,
  -- The same file asked for again while it is made, or has just been, is the same file.
  digest text NOT NULL,
  title text NOT NULL,
  format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
  emails text[] NOT NULL,
  saved_report_id bigint,
  -- Of a scheduled one: when it was due.
  due timestamptz,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'done', 'failed')),
  rows integer,
  url text NOT NULL DEFAULT '',
  problem text NOT NULL DEFAULT '',
  time_created timestamptz NOT NULL,
  time_finished timestamptz,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
-- A schedule makes one file per due time.
CREATE UNIQUE INDEX made_file_due ON made_file (provider_id, saved_report_id, due) WHERE due IS NOT NULL;
CREATE INDEX made_file_of_user ON made_file (provider_id, user_id, time_created DESC);
CREATE INDEX made_file_age ON made_file (provider_id, time_created);
CALL tenant_table('made_file', NULL, 'Files that are made again at any time; who asked stands in the row.');

-- Readings by day of what happened, each bounded by its days.
CREATE INDEX shipment_delivered ON shipment (provider_id, delivered_date) WHERE delivered_date IS NOT NULL;
CREATE INDEX shipment_collected ON shipment (provider_id, collected_date) WHERE collected_date IS NOT NULL;
CREATE INDEX shipment_to_collect ON shipment (provider_id, original_estimated_collection) WHERE original_estimated_collection IS NOT NULL;
CREATE INDEX tracking_event_failed ON tracking_event (provider_id, date) WHERE status IN ('collection-failed-attempt', 'delivery-failed-attempt');
CREATE INDEX shipment_rating_newest ON shipment_rating (provider_id, time_created);
CREATE INDEX message_newest ON message (provider_id, time_created);
CREATE INDEX billing_transaction_unbilled ON billing_transaction (provider_id, transaction_date) WHERE type IN ('shipping-charge', 'shipping-charge-adjustment') AND invoice_id IS NULL AND credit_note_id IS NULL AND NOT has_been_reversed;
CREATE INDEX session_newest ON session (provider_id, time_created);

-- Starter roles of companies that exist already may run reports of what they see.
SET LOCAL ROLE courier_platform;
SELECT set_config('app.who', '{"username": "system", "channel": "job", "request_id": "0036"}', true);
UPDATE role SET permissions = permissions || ARRAY['API_/reports/*']
  WHERE id IN (5, 6, 8, 9, 11, 12, 13) AND deleted_date IS NULL AND NOT 'API_/reports/*' = ANY (permissions);
RESET ROLE;
