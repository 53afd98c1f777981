-- Work on many shipments at once, row by row.

CREATE TABLE bulk_job (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('shipment-import', 'shipment-update')),
  name text NOT NULL,
  state text NOT NULL
    CHECK (state IN ('checking', 'checked', 'running', 'finished', 'cancelled', 'undoing', 'undone')),
  columns text[] NOT NULL DEFAULT '{}',
  change jsonb,
  dangerous_goods_confirmed boolean NOT NULL DEFAULT false,
  file_name text,
  total integer NOT NULL,
  stopped_because text NOT NULL DEFAULT '',
  account_id bigint,
  user_id bigint NOT NULL,
  is_api_key boolean NOT NULL,
  impersonated_by text,
  time_started timestamptz,
  time_ended timestamptz,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
COMMENT ON TABLE bulk_job IS 'Imports and updates of many shipments.';
COMMENT ON COLUMN bulk_job.columns IS 'Matched columns of the file in the order of the template.';
COMMENT ON COLUMN bulk_job.change IS 'What an update changes.';
COMMENT ON COLUMN bulk_job.file_name IS 'Original file, by its name in the file store.';
COMMENT ON COLUMN bulk_job.account_id IS 'Of whoever asked for it; rows run with their rights at that time.';
COMMENT ON COLUMN bulk_job.time_started IS 'When its rows were run last.';
CREATE INDEX bulk_job_newest ON bulk_job (provider_id, kind, id DESC);
CALL tenant_table('bulk_job', 'bulk_job', 'id');

CREATE TABLE bulk_row (
  provider_id integer NOT NULL,
  job_id bigint NOT NULL,
  row integer NOT NULL,
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'good', 'wrong', 'done', 'failed', 'undone', 'kept')),
  cells jsonb NOT NULL,
  problems jsonb NOT NULL DEFAULT '[]',
  outcome text NOT NULL DEFAULT '',
  price bigint,
  shipment_id bigint,
  reference text NOT NULL DEFAULT '',
  PRIMARY KEY (provider_id, job_id, "row"),
  FOREIGN KEY (provider_id, job_id) REFERENCES bulk_job (provider_id, id)
);
COMMENT ON TABLE bulk_row IS 'Rows of an import or update.';
COMMENT ON COLUMN bulk_row.row IS 'Line of the file, or position in the list of references.';
COMMENT ON COLUMN bulk_row.cells IS 'As read from the file, by column.';
COMMENT ON COLUMN bulk_row.problems IS 'What is wrong, by column.';
COMMENT ON COLUMN bulk_row.price IS 'Cents.';
CREATE INDEX bulk_row_state ON bulk_row (provider_id, job_id, state, "row");
CALL tenant_table('bulk_row', NULL, 'Steps of bulk work, which is audited; what a row did is audited under its shipment.');
