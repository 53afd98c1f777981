-- The audit trail: appended by a trigger, sealed block by block.

CREATE TABLE audit_event (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  time timestamptz NOT NULL DEFAULT clock_timestamp(),
  object_type text NOT NULL,
  object_id bigint NOT NULL,
  table_name text NOT NULL,
  row_id bigint,
  action text NOT NULL,
  source text NOT NULL,
  impersonated_by text,
  channel text NOT NULL,
  request_id text NOT NULL,
  client_version text NOT NULL,
  change jsonb NOT NULL,
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE audit_event IS 'One change of one row: who, when, from what to what. Written by the trigger audit_row only, never changed.';
COMMENT ON COLUMN audit_event.object_type IS 'What the change is listed under, such as shipment for its parcels.';
COMMENT ON COLUMN audit_event.row_id IS 'Id of the changed row; null when its table has none.';
COMMENT ON COLUMN audit_event.source IS 'User name of whoever changed it, or system.';
COMMENT ON COLUMN audit_event.impersonated_by IS 'User name of the member of staff who acted as the user.';
COMMENT ON COLUMN audit_event.channel IS 'web, api, driver-app, scanner, import or job.';
COMMENT ON COLUMN audit_event.change IS 'Changed columns, each with change_from and change_to; of a new or deleted row the whole row under one of them.';
CREATE INDEX audit_event_object ON audit_event (provider_id, object_type, object_id, id DESC);
-- Entries of a company by time, and of one person.
CREATE INDEX audit_event_time ON audit_event (provider_id, "time" DESC);
CREATE INDEX audit_event_source ON audit_event (provider_id, source, id DESC);
CALL tenant_table('audit_event', NULL, 'It is the audit.');
REVOKE INSERT, UPDATE, DELETE ON audit_event FROM courier_app, courier_platform;
-- audit_row writes as the owner, whom forced row security would stop.
DO $$ BEGIN EXECUTE format('CREATE POLICY trail ON audit_event FOR INSERT TO %I WITH CHECK (true)', current_user); END $$;
CREATE TRIGGER kept_as_written BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_event
  FOR EACH STATEMENT EXECUTE FUNCTION kept_as_written();

CREATE TABLE audit_seal (
  provider_id integer NOT NULL REFERENCES provider (id),
  block bigint NOT NULL,
  last_id bigint NOT NULL,
  entries bigint NOT NULL,
  seal text NOT NULL,
  time timestamptz NOT NULL,
  PRIMARY KEY (provider_id, block)
);
COMMENT ON TABLE audit_seal IS 'Seals of the audit trail: block n holds the entries after the last one of block n - 1 up to its own last one.';
COMMENT ON COLUMN audit_seal.seal IS 'SHA-256 of the previous seal and of the entries of the block.';
CALL tenant_table('audit_seal', NULL, 'Seals of the audit itself; append-only.');
REVOKE UPDATE, DELETE ON audit_seal FROM courier_app, courier_platform;
CREATE TRIGGER kept_as_written BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seal
  FOR EACH STATEMENT EXECUTE FUNCTION kept_as_written();
