-- compatible-from: 0034
-- Approval by a second person of every call that moves money: more kinds, calls that never change after they were
-- asked for, and the holders of API keys, who count as the person who asked.
ALTER TABLE approval_request DROP CONSTRAINT approval_request_kind_check;
ALTER TABLE approval_request ADD CONSTRAINT approval_request_kind_check CHECK (
  kind IN ('refund', 'write-off', 'credit', 'payout', 'claim', 'driver-pay', 'bank-details', 'controls')
);
ALTER TABLE approval_request ADD COLUMN key_holders text[] NOT NULL DEFAULT '{}';
COMMENT ON COLUMN approval_request.key_holders IS 'Who has the API key with which it was asked: they may not approve it.';
COMMENT ON COLUMN approval_request.problem IS 'Why the call could not be made when it was approved last; empty when nothing went wrong.';
ALTER TABLE approval_request ADD CONSTRAINT approval_request_by_another CHECK (
  state IN ('pending', 'withdrawn') OR NOT decided_by = ANY (key_holders)
);

-- No call of this product was interrupted between its approval and its end, unless its process was killed: it waits again.
ALTER TABLE approval_request NO FORCE ROW LEVEL SECURITY;
UPDATE approval_request SET state = 'pending', decided_by = '', time_decided = NULL WHERE state = 'approved';
ALTER TABLE approval_request FORCE ROW LEVEL SECURITY;
ALTER TABLE approval_request DROP CONSTRAINT approval_request_state_check;
ALTER TABLE approval_request ADD CONSTRAINT approval_request_state_check CHECK (
  state IN ('pending', 'applied', 'rejected', 'withdrawn')
);

-- What was asked is what is approved, so only the decision is ever written again.
REVOKE UPDATE ON approval_request FROM courier_app, courier_platform;
GRANT UPDATE (state, decided_by, time_decided, reason, problem) ON approval_request TO courier_app;
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON approval_request FOR EACH ROW EXECUTE FUNCTION audit_row('approval', 'id');
UPDATE tenant_table_decision SET audit_type = 'approval', audit_object_column = 'id', no_audit_reason = NULL
  WHERE table_name = 'approval_request';

ALTER TABLE api_key ADD COLUMN rotated_by text NOT NULL DEFAULT '';
COMMENT ON COLUMN api_key.rotated_by IS 'Who replaced the key last, and so has it; empty when nobody did.';

-- Starter roles that may ask for something see what became of it. Those with all of billing approve already.
ALTER TABLE role NO FORCE ROW LEVEL SECURITY;
ALTER TABLE role DISABLE TRIGGER audit;
UPDATE role SET permissions = permissions || ARRAY['API_/billing/approvals:GET'], version = version + 1
WHERE id <= 17 AND deleted_date IS NULL
  AND permissions && ARRAY['API_/billing/transactions:POST', 'INLINE_assess_claims']
  AND NOT permissions && ARRAY['*', 'API_/billing/*', 'API_/billing/*:GET', 'API_/billing/approvals:GET'];
ALTER TABLE role ENABLE TRIGGER audit;
ALTER TABLE role FORCE ROW LEVEL SECURITY;
