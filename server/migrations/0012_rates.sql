-- Price books.

CREATE TABLE rate_revision (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'published')),
  valid_from timestamptz,
  published_by text,
  based_on_id bigint,
  created_by text NOT NULL DEFAULT 'system',
  modified_by text NOT NULL DEFAULT 'system',
  deleted_date timestamptz,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL DEFAULT now(),
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, based_on_id) REFERENCES rate_revision (provider_id, id),
  CHECK (status = 'draft' OR (valid_from IS NOT NULL AND deleted_date IS NULL))
);
COMMENT ON TABLE rate_revision IS 'Price books: drafts and published ones, each valid from its date until the next one begins.';
COMMENT ON COLUMN rate_revision.based_on_id IS 'The revision it was copied from.';
COMMENT ON COLUMN rate_revision.version IS 'Counts the changes of a draft.';
CREATE INDEX rate_revision_valid ON rate_revision (provider_id, status, valid_from DESC);
-- Two price books never begin at the same moment.
CREATE UNIQUE INDEX rate_revision_start ON rate_revision (provider_id, valid_from) WHERE status = 'published';
CALL tenant_table('rate_revision', 'rate_revision', 'id');

CREATE TABLE rate_book (
  provider_id integer NOT NULL,
  rate_revision_id bigint NOT NULL,
  book jsonb NOT NULL,
  PRIMARY KEY (provider_id, rate_revision_id),
  FOREIGN KEY (provider_id, rate_revision_id) REFERENCES rate_revision (provider_id, id)
);
COMMENT ON TABLE rate_book IS 'The content of a price book.';
COMMENT ON COLUMN rate_book.book IS 'Service levels, zones, rates and surcharges; the engine compiles them once.';
CALL tenant_table('rate_book', NULL, 'Each change of a draft is audited in rate_change; what is published never changes.');

CREATE TABLE rate_change (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  rate_revision_id bigint NOT NULL,
  unit text NOT NULL,
  subject text NOT NULL,
  place jsonb NOT NULL,
  value_before jsonb,
  value_after jsonb,
  username text NOT NULL,
  version integer NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, rate_revision_id) REFERENCES rate_revision (provider_id, id)
);
COMMENT ON TABLE rate_change IS 'Every change of a draft, one by one.';
COMMENT ON COLUMN rate_change.unit IS 'What was changed, the same for every change of the same thing.';
COMMENT ON COLUMN rate_change.place IS 'Path in the book.';
COMMENT ON COLUMN rate_change.version IS 'Version of the draft that this change made.';
CREATE INDEX rate_change_newest ON rate_change (provider_id, rate_revision_id, version DESC, id DESC);
CREATE INDEX rate_change_unit ON rate_change (provider_id, rate_revision_id, unit, version DESC);
CALL tenant_table('rate_change', 'rate_revision', 'rate_revision_id');
