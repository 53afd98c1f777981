-- compatible-from: 0032
-- The list of all payments takes part of its rows from the ledger, and a receipt is found by its number.
CREATE INDEX billing_transaction_payments ON billing_transaction (provider_id, time_created DESC, id DESC)
  WHERE type = 'payment';
CREATE INDEX billing_transaction_payment_number ON billing_transaction (provider_id, payment_number)
  WHERE payment_number IS NOT NULL;
