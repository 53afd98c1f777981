-- Saved reports and files made of lists.

CREATE TABLE saved_report (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  name text NOT NULL,
  question jsonb NOT NULL,
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
COMMENT ON TABLE saved_report IS 'Reports that a user has saved, sent by a schedule if wanted.';
COMMENT ON COLUMN saved_report.question IS 'Report, filters and columns.';
COMMENT ON COLUMN saved_report.schedule IS 'When and to whom it is sent; null: never.';
COMMENT ON COLUMN saved_report.problem IS 'Why the last run failed.';
CREATE UNIQUE INDEX saved_report_name ON saved_report (provider_id, user_id, lower(name));
CREATE INDEX saved_report_due ON saved_report (provider_id, next_run) WHERE next_run IS NOT NULL;
CALL tenant_table('saved_report', 'user', 'user_id');

CREATE TABLE made_file (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  resource text NOT NULL,
  asked jsonb NOT NULL,
  digest text NOT NULL,
  title text NOT NULL,
  format text NOT NULL CHECK (format IN ('csv', 'xlsx')),
  emails text[] NOT NULL,
  saved_report_id bigint,
  due timestamptz,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'done', 'failed')),
  rows integer,
  url text NOT NULL DEFAULT '',
  problem text NOT NULL DEFAULT '',
  time_finished timestamptz,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
COMMENT ON TABLE made_file IS 'Files made of reports and lists.';
COMMENT ON COLUMN made_file.resource IS 'What is listed: reports, shipments, invoices or transactions.';
COMMENT ON COLUMN made_file.asked IS 'Filters and columns.';
COMMENT ON COLUMN made_file.digest IS 'The same file asked for again is made once.';
COMMENT ON COLUMN made_file.due IS 'Of a scheduled one: when it was due.';
-- A schedule makes one file per due time.
CREATE UNIQUE INDEX made_file_due ON made_file (provider_id, saved_report_id, due) WHERE due IS NOT NULL;
CREATE INDEX made_file_of_user ON made_file (provider_id, user_id, time_created DESC);
CREATE INDEX made_file_age ON made_file (provider_id, time_created);
CALL tenant_table('made_file', NULL, 'Files that are made again at any time; who asked stands in the row.');
