-- The companies of an installation, kept by its administrators, and the short addresses they give out.

ALTER TABLE provider
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- So that what happens to a company stands in its own audit trail.
  ADD COLUMN provider_id integer GENERATED ALWAYS AS (id) STORED;
CREATE TRIGGER audit AFTER INSERT OR UPDATE ON provider FOR EACH ROW
  WHEN (coalesce(current_setting('app.who', true), '') <> '') EXECUTE FUNCTION audit_row('provider', 'id');

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
CREATE UNIQUE INDEX short_url_code ON short_url (provider_id, code);
CALL tenant_table('short_url', NULL, 'Written once; who made it stands in it, and clicks are only counted.');
