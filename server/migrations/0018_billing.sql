-- Transactions, their balanced ledger entries, invoices and credit notes.

CREATE TABLE invoice (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  invoice_number bigint NOT NULL,
  migration_reference text,
  invoice_date timestamptz NOT NULL,
  due_date timestamptz NOT NULL,
  from_date timestamptz,
  to_date timestamptz,
  total bigint NOT NULL,
  vat bigint NOT NULL,
  zero_rated bigint NOT NULL DEFAULT 0,
  amount_paid bigint NOT NULL DEFAULT 0,
  credit_note_total bigint NOT NULL DEFAULT 0,
  recipient jsonb NOT NULL,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id),
  CHECK ((amount_paid + credit_note_total) <= total)
);
COMMENT ON TABLE invoice IS 'Invoices.';
COMMENT ON COLUMN invoice.invoice_number IS 'Counted per company without gaps.';
COMMENT ON COLUMN invoice.migration_reference IS 'Number of a document taken over from another system, shown instead.';
COMMENT ON COLUMN invoice.total IS 'Cents, VAT included.';
COMMENT ON COLUMN invoice.vat IS 'Cents.';
COMMENT ON COLUMN invoice.zero_rated IS 'Cents of the total without VAT.';
COMMENT ON COLUMN invoice.amount_paid IS 'Cents.';
COMMENT ON COLUMN invoice.credit_note_total IS 'Cents.';
COMMENT ON COLUMN invoice.recipient IS 'Name and address at the time.';
CREATE UNIQUE INDEX invoice_number ON invoice (provider_id, invoice_number);
CREATE INDEX invoice_account ON invoice (provider_id, account_id, invoice_date DESC, id DESC);
CREATE INDEX invoice_newest ON invoice (provider_id, invoice_date DESC, id DESC);
CREATE INDEX invoice_open_amount ON invoice (provider_id, ((total - amount_paid - credit_note_total)))
  WHERE (amount_paid + credit_note_total) < total;
CALL tenant_table('invoice', 'invoice', 'id');

CREATE TABLE credit_note (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  credit_note_number bigint NOT NULL,
  migration_reference text,
  credit_note_date timestamptz NOT NULL,
  invoice_id bigint,
  reason text,
  total bigint NOT NULL,
  vat bigint NOT NULL,
  allocated bigint NOT NULL DEFAULT 0,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id),
  FOREIGN KEY (provider_id, invoice_id) REFERENCES invoice (provider_id, id),
  CHECK (allocated <= total)
);
COMMENT ON TABLE credit_note IS 'Credit notes.';
COMMENT ON COLUMN credit_note.credit_note_number IS 'Counted per company without gaps.';
COMMENT ON COLUMN credit_note.migration_reference IS 'Number of a document taken over from another system, shown instead.';
COMMENT ON COLUMN credit_note.total IS 'Cents, VAT included.';
COMMENT ON COLUMN credit_note.vat IS 'Cents.';
COMMENT ON COLUMN credit_note.allocated IS 'Cents allocated to invoices.';
CREATE UNIQUE INDEX credit_note_number ON credit_note (provider_id, credit_note_number);
CREATE INDEX credit_note_account ON credit_note (provider_id, account_id, credit_note_date DESC, id DESC);
CALL tenant_table('credit_note', 'credit_note', 'id');

CREATE TABLE billing_transaction (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  transaction_date timestamptz NOT NULL,
  effective_date timestamptz NOT NULL,
  type text NOT NULL
    CHECK (type IN (
      'shipping-charge', 'shipping-charge-adjustment', 'shipping-charge-reversal', 'payment', 'payment-reversal',
      'refund', 'refund-reversal', 'admin-debit', 'admin-credit', 'promotional-debit', 'promotional-credit',
      'balance-adjustment-debit', 'balance-adjustment-credit', 'bad-debt-write-off', 'bad-debt-write-off-reversal'
    )),
  sub_type text NOT NULL DEFAULT '',
  description text,
  internal_note text,
  amount bigint NOT NULL,
  vat bigint NOT NULL DEFAULT 0,
  vat_percentage double precision NOT NULL DEFAULT 0,
  zero_rated bigint NOT NULL DEFAULT 0,
  shipment_id bigint,
  shipment_reference text NOT NULL DEFAULT '',
  cost_center_id bigint,
  invoiceable boolean NOT NULL DEFAULT false,
  invoice_id bigint,
  credit_note_id bigint,
  imported_payment_id bigint,
  payment_id bigint,
  payment_number bigint,
  migration_reference text,
  has_been_reversed boolean NOT NULL DEFAULT false,
  reverses_id bigint,
  unallocated bigint NOT NULL DEFAULT 0,
  source text NOT NULL,
  modified_by text NOT NULL,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id),
  FOREIGN KEY (provider_id, invoice_id) REFERENCES invoice (provider_id, id),
  FOREIGN KEY (provider_id, credit_note_id) REFERENCES credit_note (provider_id, id),
  FOREIGN KEY (provider_id, reverses_id) REFERENCES billing_transaction (provider_id, id)
);
COMMENT ON TABLE billing_transaction IS 'Movements of money on an account; a mistake is reversed by another row.';
COMMENT ON COLUMN billing_transaction.amount IS 'Cents; charges are negative.';
COMMENT ON COLUMN billing_transaction.vat IS 'Cents.';
COMMENT ON COLUMN billing_transaction.zero_rated IS 'Cents without VAT.';
COMMENT ON COLUMN billing_transaction.payment_number IS 'Number of the receipt.';
COMMENT ON COLUMN billing_transaction.migration_reference IS 'Number of a document taken over from another system, shown instead.';
COMMENT ON COLUMN billing_transaction.reverses_id IS 'The transaction that it reverses.';
COMMENT ON COLUMN billing_transaction.unallocated IS 'Cents that no invoice has been paid with.';
CREATE INDEX billing_transaction_account ON billing_transaction (provider_id, account_id, transaction_date DESC, id DESC);
CREATE INDEX billing_transaction_newest ON billing_transaction (provider_id, transaction_date DESC, id DESC);
CREATE INDEX billing_transaction_shipment ON billing_transaction (provider_id, shipment_id)
  WHERE shipment_id IS NOT NULL;
CREATE INDEX billing_transaction_invoice ON billing_transaction (provider_id, invoice_id)
  WHERE invoice_id IS NOT NULL;
CREATE INDEX billing_transaction_to_invoice ON billing_transaction (provider_id, account_id, id)
  WHERE invoiceable AND invoice_id IS NULL AND credit_note_id IS NULL;
CREATE UNIQUE INDEX billing_transaction_reversed_once ON billing_transaction (provider_id, reverses_id)
  WHERE reverses_id IS NOT NULL;
CREATE UNIQUE INDEX billing_transaction_one_charge ON billing_transaction (provider_id, shipment_id)
  WHERE type = 'shipping-charge' AND NOT has_been_reversed;
-- The money of a payment is in the ledger at most once.
CREATE UNIQUE INDEX billing_transaction_one_payment ON billing_transaction (provider_id, payment_id)
  WHERE type = 'payment' AND payment_id IS NOT NULL;
CREATE INDEX billing_transaction_imported ON billing_transaction (provider_id, imported_payment_id)
  WHERE imported_payment_id IS NOT NULL;
CREATE INDEX billing_transaction_unbilled ON billing_transaction (provider_id, transaction_date)
  WHERE type IN ('shipping-charge', 'shipping-charge-adjustment') AND invoice_id IS NULL
    AND credit_note_id IS NULL AND NOT has_been_reversed;
CALL tenant_table('billing_transaction', 'billing_transaction', 'id');
REVOKE UPDATE, DELETE ON billing_transaction FROM courier_app, courier_platform;
GRANT UPDATE (invoiceable, invoice_id, credit_note_id, has_been_reversed, unallocated, time_modified) ON billing_transaction TO courier_app;

CREATE TABLE ledger_entry (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  transaction_id bigint NOT NULL,
  ledger_account text NOT NULL,
  account_id bigint,
  amount bigint NOT NULL CHECK (amount <> 0),
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, transaction_id) REFERENCES billing_transaction (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
COMMENT ON TABLE ledger_entry IS 'Double entry: the entries of a transaction sum to zero, checked at commit; appended only.';
COMMENT ON COLUMN ledger_entry.ledger_account IS 'Account of the ledger, such as customer-balance or revenue.';
COMMENT ON COLUMN ledger_entry.account_id IS 'The customer, of customer-balance.';
COMMENT ON COLUMN ledger_entry.amount IS 'Cents.';
CREATE INDEX ledger_entry_transaction ON ledger_entry (provider_id, transaction_id);
CREATE INDEX ledger_entry_account ON ledger_entry (provider_id, ledger_account, account_id);
CALL tenant_table('ledger_entry', NULL, 'Append-only facts; the transaction they belong to is audited.');
REVOKE UPDATE, DELETE ON ledger_entry FROM courier_app, courier_platform;

-- At commit the entries of every transaction must sum to zero.
CREATE FUNCTION ledger_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM ledger_entry WHERE provider_id = NEW.provider_id AND transaction_id = NEW.transaction_id) <> 0 THEN
    RAISE EXCEPTION 'Ledger entries of transaction % do not sum to zero.', NEW.transaction_id;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_balances AFTER INSERT ON ledger_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_balances();

CREATE TABLE payment_allocation (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  transaction_id bigint NOT NULL,
  invoice_id bigint NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, transaction_id) REFERENCES billing_transaction (provider_id, id),
  FOREIGN KEY (provider_id, invoice_id) REFERENCES invoice (provider_id, id)
);
COMMENT ON TABLE payment_allocation IS 'Which invoice was paid with which transaction; appended only.';
COMMENT ON COLUMN payment_allocation.amount IS 'Cents; negative when it was taken back.';
CREATE INDEX payment_allocation_invoice ON payment_allocation (provider_id, invoice_id);
CREATE INDEX payment_allocation_transaction ON payment_allocation (provider_id, transaction_id);
CALL tenant_table('payment_allocation', 'invoice', 'invoice_id');
REVOKE UPDATE, DELETE ON payment_allocation FROM courier_app, courier_platform;
