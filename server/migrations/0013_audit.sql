-- The audit trail is kept as it was written, sealed block by block, and read as a whole; maintenance of the installation.
-- Triggers of this file: kept_as_written.

CREATE FUNCTION kept_as_written() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is kept as it was written.', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER kept_as_written BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION kept_as_written();

-- Entries of a company in the order of time, and of one person.
CREATE INDEX audit_event_time ON audit_event (provider_id, time DESC);
CREATE INDEX audit_event_source ON audit_event (provider_id, source, id DESC);

-- Block n holds the entries behind the last one of block n - 1 up to its own last one. Its seal is the SHA-256 of the
-- seal before and of those entries.
CREATE TABLE audit_seal (
  provider_id integer NOT NULL REFERENCES provider (id),
  block bigint NOT NULL,
  last_id bigint NOT NULL,
  entries bigint NOT NULL,
  seal text NOT NULL,
  time timestamptz NOT NULL,
  PRIMARY KEY (provider_id, block)
);
CALL tenant_table('audit_seal', NULL, 'Seals of the audit itself; append-only.');
REVOKE UPDATE, DELETE ON audit_seal FROM courier_app, courier_platform;
CREATE TRIGGER kept_as_written BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seal
  FOR EACH STATEMENT EXECUTE FUNCTION kept_as_written();

-- What every process answers while the installation is in maintenance; no row, no maintenance. Not a tenant table.
CREATE TABLE maintenance (
  is_on boolean PRIMARY KEY CHECK (is_on),
  text text NOT NULL,
  since timestamptz NOT NULL DEFAULT now()
);
GRANT ALL ON maintenance TO courier_platform;
