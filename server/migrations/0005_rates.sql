-- Price books. A revision is a complete dated book; its content is data that the rating engine compiles once.

CREATE TABLE rate_revision (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'published', 'archived')),
  valid_from timestamptz NOT NULL,
  valid_until timestamptz,
  book jsonb NOT NULL,
  published_by text,
  time_created timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id)
);
CREATE INDEX rate_revision_valid ON rate_revision (provider_id, status, valid_from DESC);
CALL tenant_table('rate_revision', 'rate_revision', 'id');
