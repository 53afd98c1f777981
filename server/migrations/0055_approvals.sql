-- compatible-from: 0034
-- Calls that wait for the approval of a second person.
CREATE TABLE approval_request (
  provider_id integer NOT NULL REFERENCES provider (id),
  id integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('refund', 'write-off', 'bank-details', 'controls')),
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'approved', 'applied', 'rejected', 'withdrawn')),
  endpoint text NOT NULL,
  input jsonb NOT NULL,
  input_hash text NOT NULL,
  description text NOT NULL,
  amount bigint CHECK (amount BETWEEN 0 AND 1000000000000),
  account_id bigint,
  requested_by text NOT NULL,
  requested_by_id bigint NOT NULL,
  time_requested timestamptz NOT NULL,
  decided_by text NOT NULL DEFAULT '',
  time_decided timestamptz,
  reason text NOT NULL DEFAULT '',
  problem text NOT NULL DEFAULT '',
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id),
  CHECK (state IN ('pending', 'withdrawn') OR decided_by <> requested_by)
);
COMMENT ON TABLE approval_request IS 'Calls that a second person approves before they are made; the row stays as the record of who asked and who decided.';
COMMENT ON COLUMN approval_request.state IS 'approved: the call is being made, or was interrupted; applied: it was made.';
COMMENT ON COLUMN approval_request.endpoint IS 'Method and path of the call, such as POST /billing/transactions.';
COMMENT ON COLUMN approval_request.input IS 'The call as it was sent.';
COMMENT ON COLUMN approval_request.input_hash IS 'SHA-256 of the input: the same call of the same person waits once.';
COMMENT ON COLUMN approval_request.amount IS 'Cents; null when the call names none.';
COMMENT ON COLUMN approval_request.requested_by_id IS 'The user who asked, for the message about the decision.';
COMMENT ON COLUMN approval_request.problem IS 'Why an approved call could not be made; empty when nothing went wrong.';
CREATE INDEX approval_request_state ON approval_request (provider_id, state, id);
CREATE INDEX approval_request_account ON approval_request (provider_id, account_id) WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX approval_request_once ON approval_request (provider_id, requested_by, endpoint, input_hash)
  WHERE state = 'pending';
CALL tenant_table('approval_request', NULL, 'It is the record of who asked and who decided; what it changes is audited.');
REVOKE DELETE ON approval_request FROM courier_app, courier_platform;
