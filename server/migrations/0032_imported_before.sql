-- A line is recognised by what it says and no longer by a hash of how its text was read.
ALTER TABLE imported_payment
  DROP COLUMN fingerprint,
  ADD COLUMN bank_id text NOT NULL DEFAULT '',
  ADD COLUMN possible_duplicate_of bigint,
  ADD FOREIGN KEY (provider_id, possible_duplicate_of) REFERENCES imported_payment (provider_id, id),
  DROP CONSTRAINT imported_payment_state_check,
  ADD CONSTRAINT imported_payment_state_check
    CHECK (state IN ('unmatched', 'suggested', 'matched', 'split', 'ignored', 'possible-duplicate'));
COMMENT ON COLUMN imported_payment.bank_id IS 'The bank''s own id of the line; empty when it gave none.';
COMMENT ON COLUMN imported_payment.possible_duplicate_of IS 'The earlier line that this one may be; a person decides.';
CREATE INDEX imported_payment_bank_id ON imported_payment (provider_id, bank_id) WHERE bank_id <> '';
