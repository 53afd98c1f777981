-- Money that came in according to a bank statement, until somebody says whose it is.

CREATE TABLE imported_payment (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- Which of the company's own accounts the statement is of, as people name it.
  bank_account text NOT NULL DEFAULT '',
  bank_date date NOT NULL,
  description text NOT NULL,
  reference text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  balance bigint,
  -- The same line of the same statement, however often it is imported.
  fingerprint text NOT NULL,
  -- The payer's usual words without what changes, to know him again.
  payer text NOT NULL,
  state text NOT NULL DEFAULT 'unmatched' CHECK (state IN ('unmatched', 'suggested', 'matched', 'split', 'ignored')),
  suggested_account_id bigint,
  confidence text CHECK (confidence IN ('exact', 'likely', 'possible')),
  suggested_reason text NOT NULL DEFAULT '',
  remark text NOT NULL DEFAULT '',
  file_name text NOT NULL,
  imported_by text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, suggested_account_id) REFERENCES account (provider_id, id)
);
CREATE UNIQUE INDEX imported_payment_once ON imported_payment (provider_id, fingerprint);
CREATE INDEX imported_payment_newest ON imported_payment (provider_id, bank_date DESC, id DESC);
CREATE INDEX imported_payment_state ON imported_payment (provider_id, state, bank_date DESC, id DESC);
CREATE INDEX imported_payment_payer ON imported_payment (provider_id, payer, id DESC) WHERE state IN ('matched', 'split');
CALL tenant_table('imported_payment', 'imported_payment', 'id');

CREATE INDEX invoice_open_amount ON invoice (provider_id, (total - amount_paid - credit_note_total)) WHERE amount_paid + credit_note_total < total;
CREATE INDEX billing_transaction_imported ON billing_transaction (provider_id, imported_payment_id) WHERE imported_payment_id IS NOT NULL;
