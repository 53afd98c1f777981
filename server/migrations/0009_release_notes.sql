-- What is new in a release, for the people of a provider.

CREATE TABLE release_note (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  version text NOT NULL,
  title text NOT NULL,
  body text NOT NULL,
  audience text[] NOT NULL,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id)
);
CREATE INDEX release_note_newest ON release_note (provider_id, time_created DESC, id DESC);
CALL tenant_table('release_note', NULL, 'Messages of the platform, never changed; who wrote one stands in it.');
