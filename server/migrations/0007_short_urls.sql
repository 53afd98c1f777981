-- Short links.

CREATE TABLE short_url (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  code text NOT NULL,
  target text NOT NULL,
  clicks integer NOT NULL DEFAULT 0,
  time_expires timestamptz NOT NULL,
  time_last_clicked timestamptz,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE short_url IS 'Short links that a company gives out.';
CREATE UNIQUE INDEX short_url_code ON short_url (provider_id, code);
CALL tenant_table('short_url', NULL, 'Written once; who made it stands in it, and clicks are only counted.');
