-- compatible-from: 0041
-- Lines of invoices are credited one by one, and notes on accounts can have a day to follow up.
ALTER TABLE billing_transaction ADD COLUMN credits_id bigint;
ALTER TABLE billing_transaction ADD FOREIGN KEY (provider_id, credits_id) REFERENCES billing_transaction (provider_id, id);
COMMENT ON COLUMN billing_transaction.credits_id IS 'The line of an invoice that it credits; the line stays valid for its shipment.';
CREATE UNIQUE INDEX billing_transaction_credited_once ON billing_transaction (provider_id, credits_id)
  WHERE credits_id IS NOT NULL;
CREATE INDEX credit_note_invoice ON credit_note (provider_id, invoice_id) WHERE invoice_id IS NOT NULL;

ALTER TABLE account_note ADD COLUMN follow_up_day date;
ALTER TABLE account_note ADD COLUMN follow_up_user_id bigint;
ALTER TABLE account_note ADD COLUMN time_reminded timestamptz;
COMMENT ON COLUMN account_note.follow_up_day IS 'Day on which its author is reminded.';
COMMENT ON COLUMN account_note.follow_up_user_id IS 'The user to remind.';
COMMENT ON COLUMN account_note.time_reminded IS 'When the reminder was written.';
CREATE INDEX account_note_follow_up ON account_note (provider_id, follow_up_day)
  WHERE follow_up_day IS NOT NULL AND time_reminded IS NULL;
