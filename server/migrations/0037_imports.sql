-- Pre-printed tracking stickers and whose they are; and work on many shipments at once, row by row.

CREATE TABLE tracking_sticker_range (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  prefix text NOT NULL,
  first_number bigint NOT NULL,
  last_number bigint NOT NULL,
  digits integer NOT NULL,
  remark text NOT NULL,
  -- Unused stickers the company has taken back.
  handed_back integer NOT NULL DEFAULT 0,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
CREATE INDEX tracking_sticker_range_account ON tracking_sticker_range (provider_id, account_id, id DESC);
CALL tenant_table('tracking_sticker_range', 'account', 'account_id');

CREATE TABLE tracking_sticker (
  provider_id integer NOT NULL,
  reference text NOT NULL,
  range_id bigint NOT NULL,
  account_id bigint NOT NULL,
  time_used timestamptz,
  PRIMARY KEY (provider_id, reference),
  FOREIGN KEY (provider_id, range_id) REFERENCES tracking_sticker_range (provider_id, id)
);
CREATE INDEX tracking_sticker_of_range ON tracking_sticker (provider_id, range_id, reference);
CALL tenant_table('tracking_sticker', NULL, 'The numbers of a range, which is audited; their use shows in the shipment.');

CREATE TABLE bulk_job (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('shipment-import', 'shipment-update')),
  name text NOT NULL,
  state text NOT NULL CHECK (state IN ('checking', 'checked', 'running', 'finished', 'cancelled', 'undoing', 'undone')),
  -- Matched columns of an import in the order of the template.
  columns text[] NOT NULL DEFAULT '{}',
  -- What an update changes.
  change jsonb,
  dangerous_goods_confirmed boolean NOT NULL DEFAULT false,
  -- The original file under the name of the file store.
  file_name text,
  total integer NOT NULL,
  stopped_because text NOT NULL DEFAULT '',
  -- Whoever asked for it: its rows are done with their rights as these are then.
  account_id bigint,
  user_id bigint NOT NULL,
  is_api_key boolean NOT NULL,
  impersonated_by text,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  -- When its rows were run last.
  time_started timestamptz,
  time_ended timestamptz,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
CREATE INDEX bulk_job_newest ON bulk_job (provider_id, kind, id DESC);
CALL tenant_table('bulk_job', 'bulk_job', 'id');

CREATE TABLE bulk_row (
  provider_id integer NOT NULL,
  job_id bigint NOT NULL,
  -- The line of the file, or the position in the list of references.
  row integer NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'good', 'wrong', 'done', 'failed', 'undone', 'kept')),
  cells jsonb NOT NULL,
  problems jsonb NOT NULL DEFAULT '[]',
  outcome text NOT NULL DEFAULT '',
  price bigint,
  shipment_id bigint,
  reference text NOT NULL DEFAULT '',
  PRIMARY KEY (provider_id, job_id, row),
  FOREIGN KEY (provider_id, job_id) REFERENCES bulk_job (provider_id, id)
);
CREATE INDEX bulk_row_state ON bulk_row (provider_id, job_id, state, row);
CALL tenant_table('bulk_row', NULL, 'Steps of bulk work, which is audited; what a row did is audited under its shipment.');

-- Roles that companies began with may import, give out stickers and change many shipments, as far as each area goes.
SET LOCAL ROLE courier_platform;
SELECT set_config('app.who', '{"username": "system", "channel": "job", "request_id": "0037"}', true);
UPDATE role SET permissions = permissions || ARRAY['API_/shipments/bulk-import:POST']
  WHERE id IN (5, 6, 8, 9, 10, 11, 13) AND deleted_date IS NULL AND NOT 'API_/shipments/bulk-import:POST' = ANY (permissions);
UPDATE role SET permissions = permissions || ARRAY['API_/shipments/bulk-update:POST']
  WHERE id IN (8, 10, 11) AND deleted_date IS NULL AND NOT 'API_/shipments/bulk-update:POST' = ANY (permissions);
UPDATE role SET permissions = permissions || ARRAY['API_/tracking-stickers/*']
  WHERE id IN (3, 12) AND deleted_date IS NULL AND NOT 'API_/tracking-stickers/*' = ANY (permissions);
RESET ROLE;
