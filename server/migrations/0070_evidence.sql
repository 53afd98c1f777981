-- compatible-from: 0063
-- Actions of drivers bound to their evidence by hash (decision 0139).
ALTER TABLE stored_file ADD COLUMN received_digest text NOT NULL DEFAULT '';
COMMENT ON COLUMN stored_file.received_digest IS 'SHA-256 of the bytes as they arrived, before a picture was re-encoded; empty until they arrive, and for files of earlier releases.';

CREATE TABLE action_evidence (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  user_id bigint NOT NULL,
  username text NOT NULL,
  action_id uuid NOT NULL,
  content_hash text NOT NULL CHECK (content_hash ~ '^[0-9a-f]{64}$'),
  computed_hash text NOT NULL CHECK (computed_hash ~ '^[0-9a-f]{64}$'),
  former_hash text NOT NULL CHECK (former_hash ~ '^([0-9a-f]{64})?$'),
  files jsonb NOT NULL,
  is_complete boolean NOT NULL,
  time_received timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, username, action_id) REFERENCES driver_action (provider_id, username, action_id)
);
COMMENT ON TABLE action_evidence IS 'Hashes of the actions of drivers and of their photos and signatures. Audited, so that the seals of the audit trail cover them.';
COMMENT ON COLUMN action_evidence.content_hash IS 'SHA-256 of the action, as the phone computed it.';
COMMENT ON COLUMN action_evidence.computed_hash IS 'SHA-256 of the action as it arrived, computed by the server; differs only for an action that was refused for that reason.';
COMMENT ON COLUMN action_evidence.former_hash IS 'Content hash of the action that the phone recorded before; empty for its first.';
COMMENT ON COLUMN action_evidence.files IS 'Name of each file, its SHA-256 on the phone, as it arrived and as it is stored; empty hashes until it arrives.';
COMMENT ON COLUMN action_evidence.is_complete IS 'All files have arrived.';
CREATE UNIQUE INDEX action_evidence_once ON action_evidence (provider_id, username, action_id);
CREATE INDEX action_evidence_hash ON action_evidence (provider_id, username, content_hash);
CREATE INDEX action_evidence_open ON action_evidence (provider_id, username) WHERE NOT is_complete;
CALL tenant_table('action_evidence', 'user', 'user_id');
