-- compatible-from: 0060
-- Documents that were made for somebody and are kept only as long as their links work. The row is written before the
-- file, and goes after it: no file is ever without a row.
CREATE TABLE generated_file (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  key text NOT NULL,
  bytes bigint NOT NULL,
  time_expires timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id)
);
CREATE INDEX generated_file_expired ON generated_file (provider_id, time_expires);
CALL tenant_table('generated_file', NULL, 'Made again at any time; what it shows is audited.');
