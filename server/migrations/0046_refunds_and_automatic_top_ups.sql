-- Refunds through gateways, why a payment is held, and top-ups that a saved card pays for by itself.

ALTER TABLE payment ADD COLUMN held_reason text NOT NULL DEFAULT ''
  CHECK (held_reason IN ('', 'unconfirmed', 'amount', 'currency', 'merchant'));
ALTER TABLE payment ADD COLUMN is_automatic boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN payment.held_reason IS 'Why it is held; empty unless it is.';
COMMENT ON COLUMN payment.is_automatic IS 'Whether it is an automatic top-up.';
-- No person does this, so it is not audited; the owner of the tables sees no rows while row security is forced on it.
ALTER TABLE payment NO FORCE ROW LEVEL SECURITY;
ALTER TABLE payment DISABLE TRIGGER audit;
UPDATE payment SET held_reason = CASE WHEN ask_at IS NULL AND remark LIKE '%to be posted.' THEN 'amount' ELSE 'unconfirmed' END
  WHERE status = 'held';
ALTER TABLE payment ENABLE TRIGGER audit;
ALTER TABLE payment FORCE ROW LEVEL SECURITY;
CREATE INDEX payment_automatic ON payment (provider_id, account_id, time_created DESC) WHERE is_automatic;

ALTER TABLE saved_card ADD COLUMN gateway text NOT NULL DEFAULT 'bobpay';
ALTER TABLE saved_card ALTER COLUMN gateway DROP DEFAULT;
COMMENT ON COLUMN saved_card.gateway IS 'The gateway that keeps the card.';

CREATE TABLE payment_refund (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  payment_id bigint NOT NULL,
  sequence integer NOT NULL CHECK (sequence > 0),
  amount bigint NOT NULL CHECK (amount > 0),
  state text NOT NULL CHECK (state IN ('asked', 'confirmed', 'failed')),
  reason text NOT NULL,
  refund_reference text NOT NULL DEFAULT '',
  transaction_id bigint NOT NULL,
  remark text NOT NULL DEFAULT '',
  times_asked integer NOT NULL DEFAULT 0,
  ask_at timestamptz,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, payment_id) REFERENCES payment (provider_id, id),
  FOREIGN KEY (provider_id, transaction_id) REFERENCES billing_transaction (provider_id, id)
);
COMMENT ON TABLE payment_refund IS 'Refunds of payments through their gateways.';
COMMENT ON COLUMN payment_refund.sequence IS 'Counted per payment; with the number of the payment it is our reference, PMT000123-R1.';
COMMENT ON COLUMN payment_refund.amount IS 'Cents.';
COMMENT ON COLUMN payment_refund.refund_reference IS 'Id that the gateway gave it; empty for none.';
COMMENT ON COLUMN payment_refund.transaction_id IS 'Its row in the ledger.';
COMMENT ON COLUMN payment_refund.times_asked IS 'How often the gateway was asked.';
COMMENT ON COLUMN payment_refund.ask_at IS 'When the gateway is asked next.';
CREATE UNIQUE INDEX payment_refund_sequence ON payment_refund (provider_id, payment_id, sequence);
-- A gateway without ids of refunds is asked what it has returned, which tells only one refund at a time.
CREATE UNIQUE INDEX payment_refund_one_asked ON payment_refund (provider_id, payment_id) WHERE state = 'asked';
CREATE INDEX payment_refund_to_ask ON payment_refund (provider_id, ask_at) WHERE ask_at IS NOT NULL;
CALL tenant_table('payment_refund', 'payment', 'payment_id');

CREATE TABLE auto_top_up (
  provider_id integer NOT NULL REFERENCES provider (id),
  account_id bigint NOT NULL,
  card_id bigint,
  threshold bigint NOT NULL CHECK (threshold >= 0),
  amount bigint NOT NULL CHECK (amount > 0),
  monthly_limit bigint NOT NULL CHECK (monthly_limit >= amount),
  is_on boolean NOT NULL,
  consent_text text NOT NULL,
  consent_by text NOT NULL,
  consent_time timestamptz NOT NULL,
  email text NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  off_reason text NOT NULL DEFAULT '',
  last_day date,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, account_id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
COMMENT ON TABLE auto_top_up IS 'The mandate of a customer to charge a saved card when the balance is low.';
COMMENT ON COLUMN auto_top_up.card_id IS 'The saved card; empty after it was removed.';
COMMENT ON COLUMN auto_top_up.threshold IS 'Cents; below this balance the card is charged.';
COMMENT ON COLUMN auto_top_up.amount IS 'Cents of one charge.';
COMMENT ON COLUMN auto_top_up.monthly_limit IS 'Cents charged at most in a calendar month.';
COMMENT ON COLUMN auto_top_up.consent_text IS 'What the customer agreed to, word for word.';
COMMENT ON COLUMN auto_top_up.consent_by IS 'User name of who agreed.';
COMMENT ON COLUMN auto_top_up.email IS 'Address of who agreed, for messages about charges.';
COMMENT ON COLUMN auto_top_up.failures IS 'Failed charges in a row.';
COMMENT ON COLUMN auto_top_up.off_reason IS 'Why it was switched off, as a sentence; empty while it is on.';
COMMENT ON COLUMN auto_top_up.last_day IS 'South African day of the last charge.';
CREATE INDEX auto_top_up_on ON auto_top_up (provider_id, account_id) WHERE is_on;
CALL tenant_table('auto_top_up', 'account', 'account_id');
