-- Price books in preparation: their content apart, and every change by itself.

-- What a revision says. The row of the revision is audited; a draft's changes stand in rate_change, one by one.
CREATE TABLE rate_book (
  provider_id integer NOT NULL,
  rate_revision_id bigint NOT NULL,
  book jsonb NOT NULL,
  PRIMARY KEY (provider_id, rate_revision_id),
  FOREIGN KEY (provider_id, rate_revision_id) REFERENCES rate_revision (provider_id, id)
);
CALL tenant_table('rate_book', NULL, 'Each change of a draft is audited in rate_change; what is published never changes.');

SET LOCAL ROLE courier_platform;
SELECT set_config('app.who', '{"username":"system","channel":"job"}', true);
INSERT INTO rate_book (provider_id, rate_revision_id, book) SELECT provider_id, id, book FROM rate_revision;
RESET ROLE;

-- When one ends follows from the next one that is published.
ALTER TABLE rate_revision DROP COLUMN book, DROP COLUMN valid_until;
ALTER TABLE rate_revision ALTER COLUMN valid_from DROP NOT NULL;
ALTER TABLE rate_revision ADD COLUMN based_on_id bigint;
ALTER TABLE rate_revision ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE rate_revision ADD COLUMN created_by text NOT NULL DEFAULT 'system';
ALTER TABLE rate_revision ADD COLUMN modified_by text NOT NULL DEFAULT 'system';
ALTER TABLE rate_revision ADD COLUMN time_modified timestamptz NOT NULL DEFAULT now();
ALTER TABLE rate_revision ADD COLUMN deleted_date timestamptz;
ALTER TABLE rate_revision ADD FOREIGN KEY (provider_id, based_on_id) REFERENCES rate_revision (provider_id, id);
ALTER TABLE rate_revision DROP CONSTRAINT rate_revision_status_check;
ALTER TABLE rate_revision ADD CHECK (status IN ('draft', 'published'));
ALTER TABLE rate_revision ADD CHECK (status = 'draft' OR (valid_from IS NOT NULL AND deleted_date IS NULL));
-- Two price books never begin at one moment.
CREATE UNIQUE INDEX rate_revision_start ON rate_revision (provider_id, valid_from) WHERE status = 'published';

CREATE TABLE rate_change (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  rate_revision_id bigint NOT NULL,
  -- The version of the draft that this change made.
  version integer NOT NULL,
  -- What it was about, the same for every change of the same thing.
  unit text NOT NULL,
  subject text NOT NULL,
  place jsonb NOT NULL,
  value_before jsonb,
  value_after jsonb,
  username text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, rate_revision_id) REFERENCES rate_revision (provider_id, id)
);
CREATE INDEX rate_change_newest ON rate_change (provider_id, rate_revision_id, version DESC, id DESC);
CREATE INDEX rate_change_unit ON rate_change (provider_id, rate_revision_id, unit, version DESC);
CALL tenant_table('rate_change', 'rate_revision', 'rate_revision_id');

-- Starter roles of companies that exist already.
SET LOCAL ROLE courier_platform;
SELECT set_config('app.who', '{"username":"system","channel":"job"}', true);
UPDATE role SET permissions = permissions || ARRAY['INLINE_publish_rates'] WHERE id = 4 AND NOT 'INLINE_publish_rates' = ANY (permissions);
RESET ROLE;
