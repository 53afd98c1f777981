-- compatible-from: 0041
-- Money that the company holds for others, who holds it, and how it is paid out.
CREATE TABLE cash_transaction (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('collection', 'void', 'float', 'till-opening', 'till-payment', 'till-payout', 'cash-up', 'deposit', 'remittance')),
  description text NOT NULL DEFAULT '',
  done_by text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE cash_transaction IS 'A movement of money that the company holds; appended only.';
COMMENT ON COLUMN cash_transaction.done_by IS 'User name.';
CALL tenant_table('cash_transaction', NULL, 'Append-only facts.');
REVOKE UPDATE, DELETE ON cash_transaction FROM courier_app, courier_platform;

CREATE TABLE cash_entry (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  transaction_id bigint NOT NULL,
  place text NOT NULL CHECK (place IN ('driver', 'till', 'safe', 'bank', 'shipper', 'difference', 'billing', 'expense')),
  holder text NOT NULL DEFAULT '',
  amount bigint NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, transaction_id) REFERENCES cash_transaction (provider_id, id)
);
COMMENT ON TABLE cash_entry IS 'Double entry: the entries of a cash transaction sum to zero, checked at commit; appended only.';
COMMENT ON COLUMN cash_entry.place IS 'Where the money is, or to whom it is owed.';
COMMENT ON COLUMN cash_entry.holder IS 'User name of a driver, id of a till, or id of the account to which it is owed.';
COMMENT ON COLUMN cash_entry.amount IS 'Cents; positive where money is, negative where it is owed.';
CREATE INDEX cash_entry_transaction ON cash_entry (provider_id, transaction_id);
CREATE INDEX cash_entry_place ON cash_entry (provider_id, place, holder);
CALL tenant_table('cash_entry', NULL, 'Append-only facts.');
REVOKE UPDATE, DELETE ON cash_entry FROM courier_app, courier_platform;

-- At commit the entries of every transaction must sum to zero.
CREATE FUNCTION cash_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(amount) FROM cash_entry WHERE provider_id = NEW.provider_id AND transaction_id = NEW.transaction_id) <> 0 THEN
    RAISE EXCEPTION 'Cash entries of transaction % do not sum to zero.', NEW.transaction_id;
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER cash_balances AFTER INSERT ON cash_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION cash_balances();

CREATE TABLE cash_receipt_block (
  provider_id integer NOT NULL REFERENCES provider (id),
  first_number bigint NOT NULL,
  last_number bigint NOT NULL CHECK (last_number >= first_number),
  username text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, first_number)
);
COMMENT ON TABLE cash_receipt_block IS 'Numbers of receipts that a driver may use without signal; appended only.';
CREATE INDEX cash_receipt_block_driver ON cash_receipt_block (provider_id, username, first_number);
CALL tenant_table('cash_receipt_block', NULL, 'Append-only facts.');
REVOKE UPDATE, DELETE ON cash_receipt_block FROM courier_app, courier_platform;

CREATE TABLE till (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint NOT NULL,
  username text NOT NULL,
  operator_name text NOT NULL,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE till IS 'The till of one operator from its opening until its count is confirmed.';
CREATE UNIQUE INDEX till_open ON till (provider_id, username) WHERE closed_at IS NULL;
CALL tenant_table('till', 'till', 'id');

CREATE TABLE cash_up (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('driver', 'till')),
  username text NOT NULL,
  holder_name text NOT NULL,
  till_id bigint,
  state text NOT NULL CHECK (state IN ('counted', 'confirmed', 'rejected')),
  expected bigint NOT NULL,
  counted bigint NOT NULL CHECK (counted >= 0),
  denominations jsonb NOT NULL,
  difference_reason text NOT NULL DEFAULT '',
  unused_numbers text NOT NULL DEFAULT '',
  unused_reason text NOT NULL DEFAULT '',
  counted_by text NOT NULL,
  counted_by_name text NOT NULL,
  confirmed_by text,
  confirmed_by_name text,
  confirmed_at timestamptz,
  rejection_reason text NOT NULL DEFAULT '',
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, till_id) REFERENCES till (provider_id, id),
  CHECK (confirmed_by IS NULL OR (confirmed_by <> counted_by AND confirmed_by <> username)),
  CHECK ((state = 'confirmed') = (confirmed_at IS NOT NULL))
);
COMMENT ON TABLE cash_up IS 'A count of the cash of a driver or a till; another person confirms it.';
COMMENT ON COLUMN cash_up.username IS 'Who holds the cash.';
COMMENT ON COLUMN cash_up.expected IS 'Cents according to the cash entries when it was counted.';
COMMENT ON COLUMN cash_up.counted IS 'Cents; the sum of the denominations.';
COMMENT ON COLUMN cash_up.unused_numbers IS 'Numbers of receipts before the last used one that no receipt has.';
CREATE UNIQUE INDEX cash_up_waiting ON cash_up (provider_id, kind, username) WHERE state = 'counted';
CREATE INDEX cash_up_newest ON cash_up (provider_id, id DESC);
CALL tenant_table('cash_up', 'cash_up', 'id');

CREATE TABLE remittance (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint NOT NULL,
  account_id bigint NOT NULL,
  collected bigint NOT NULL CHECK (collected > 0),
  fee bigint NOT NULL CHECK (fee BETWEEN 0 AND collected),
  receipts integer NOT NULL CHECK (receipts > 0),
  bank_reference text NOT NULL,
  paid_by text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
COMMENT ON TABLE remittance IS 'A payout of collected money to the account that sent the goods; its id is the number on the statement.';
COMMENT ON COLUMN remittance.collected IS 'Cents.';
COMMENT ON COLUMN remittance.fee IS 'Cents, VAT included; the rest was paid out.';
CREATE INDEX remittance_account ON remittance (provider_id, account_id, id DESC);
CALL tenant_table('remittance', 'remittance', 'id');

CREATE TABLE cash_receipt (
  provider_id integer NOT NULL REFERENCES provider (id),
  number bigint NOT NULL,
  username text NOT NULL,
  driver_name text NOT NULL,
  shipment_id bigint NOT NULL,
  account_id bigint NOT NULL,
  due bigint NOT NULL CHECK (due >= 0),
  amount bigint NOT NULL CHECK (amount > 0),
  method text NOT NULL CHECK (method IN ('cash', 'card-machine')),
  slip_reference text NOT NULL DEFAULT '',
  difference_reason text NOT NULL DEFAULT '',
  refusal text NOT NULL DEFAULT '',
  fee bigint NOT NULL CHECK (fee BETWEEN 0 AND amount),
  collected_at timestamptz NOT NULL,
  time_created timestamptz NOT NULL,
  void_reason text NOT NULL DEFAULT '',
  voided_by text,
  cash_up_id bigint,
  remittance_id bigint,
  PRIMARY KEY (provider_id, number),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id),
  FOREIGN KEY (provider_id, cash_up_id) REFERENCES cash_up (provider_id, id),
  FOREIGN KEY (provider_id, remittance_id) REFERENCES remittance (provider_id, id),
  CHECK (amount = due OR difference_reason <> ''),
  CHECK ((voided_by IS NULL) = (void_reason = ''))
);
COMMENT ON TABLE cash_receipt IS 'Money that a driver took from a receiver, under a number of the driver''s blocks.';
COMMENT ON COLUMN cash_receipt.due IS 'Cents that the receiver had to pay.';
COMMENT ON COLUMN cash_receipt.amount IS 'Cents that the receiver paid.';
COMMENT ON COLUMN cash_receipt.refusal IS 'Why the delivery was not recorded although money was taken; empty when it was.';
COMMENT ON COLUMN cash_receipt.fee IS 'Cents of the amount that the company keeps, by the terms of the day, VAT included.';
COMMENT ON COLUMN cash_receipt.cash_up_id IS 'The count with which the cash was handed in; none for card machines.';
CREATE INDEX cash_receipt_shipment ON cash_receipt (provider_id, shipment_id);
CREATE INDEX cash_receipt_driver ON cash_receipt (provider_id, username, number);
CREATE INDEX cash_receipt_account ON cash_receipt (provider_id, account_id) WHERE remittance_id IS NULL;
CREATE INDEX cash_receipt_remittance ON cash_receipt (provider_id, remittance_id) WHERE remittance_id IS NOT NULL;
CREATE INDEX cash_receipt_cash_up ON cash_receipt (provider_id, cash_up_id) WHERE cash_up_id IS NOT NULL;
CALL tenant_table('cash_receipt', 'cash_receipt', 'number');
