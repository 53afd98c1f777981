-- Refunds about which the gateway has not answered, and settlement lines that repeat a payment or do not add up.

ALTER TABLE payment_refund DROP CONSTRAINT payment_refund_state_check;
ALTER TABLE payment_refund ADD CONSTRAINT payment_refund_state_check
  CHECK (state IN ('asked', 'in-doubt', 'confirmed', 'failed'));
DROP INDEX payment_refund_one_asked;
-- A gateway without ids of refunds is asked what it has returned, which tells only one refund at a time.
CREATE UNIQUE INDEX payment_refund_one_open ON payment_refund (provider_id, payment_id)
  WHERE state IN ('asked', 'in-doubt');

ALTER TABLE settlement_line DROP CONSTRAINT settlement_line_difference_check;
ALTER TABLE settlement_line ADD CONSTRAINT settlement_line_difference_check CHECK (difference IN
  ('', 'unknown-payment', 'not-posted', 'amount', 'fee', 'currency', 'refund', 'repeated', 'total'));
