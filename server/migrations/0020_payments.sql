-- Payments through gateways, at the counter and from bank statements, and saved cards.

CREATE TABLE payment (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  number bigint NOT NULL,
  gateway text NOT NULL CHECK (gateway IN ('payfast', 'bobpay', 'stitch', 'cash', 'card-terminal')),
  source text NOT NULL,
  method text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('topup', 'shipment', 'save_card')),
  account_id bigint NOT NULL,
  shipment_id bigint,
  amount bigint NOT NULL CHECK (amount >= 0),
  status text NOT NULL
    CHECK (status IN (
      'created', 'redirected', 'pending', 'complete', 'failed', 'cancelled', 'expired', 'mismatch', 'held'
    )),
  custom_id text,
  gateway_reference text,
  again_of bigint,
  received bigint,
  fee bigint NOT NULL DEFAULT 0,
  remark text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  sets_default_card boolean NOT NULL DEFAULT false,
  times_asked integer NOT NULL DEFAULT 0,
  ask_at timestamptz,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id),
  FOREIGN KEY (provider_id, again_of) REFERENCES payment (provider_id, id),
  CHECK ((purpose = 'shipment') = (shipment_id IS NOT NULL))
);
COMMENT ON TABLE payment IS 'Payments through gateways and at the counter.';
COMMENT ON COLUMN payment.number IS 'Read as PMT000123; its receipt has the same number.';
COMMENT ON COLUMN payment.amount IS 'Cents.';
COMMENT ON COLUMN payment.custom_id IS 'Our id at the gateway.';
COMMENT ON COLUMN payment.gateway_reference IS 'Id that the gateway gave it.';
COMMENT ON COLUMN payment.again_of IS 'The earlier payment under the same id at the gateway.';
COMMENT ON COLUMN payment.received IS 'Cents that the gateway reports.';
COMMENT ON COLUMN payment.fee IS 'Cents that the gateway keeps.';
COMMENT ON COLUMN payment.ask_at IS 'When the gateway is asked for its status next.';
CREATE UNIQUE INDEX payment_number ON payment (provider_id, number);
CREATE UNIQUE INDEX payment_custom_id ON payment (provider_id, gateway, custom_id) WHERE custom_id IS NOT NULL;
-- What a gateway counts as one payment is applied once.
CREATE UNIQUE INDEX payment_applied_once ON payment (provider_id, gateway, gateway_reference)
  WHERE status IN ('complete', 'mismatch');
CREATE INDEX payment_newest ON payment (provider_id, time_created DESC, id DESC);
CREATE INDEX payment_account ON payment (provider_id, account_id, id DESC);
CREATE INDEX payment_shipment ON payment (provider_id, shipment_id, id DESC) WHERE shipment_id IS NOT NULL;
CREATE INDEX payment_to_ask ON payment (provider_id, ask_at) WHERE ask_at IS NOT NULL;
CALL tenant_table('payment', 'payment', 'id');

CREATE TABLE counter_payment (
  provider_id integer NOT NULL REFERENCES provider (id),
  payment_id bigint NOT NULL,
  due bigint NOT NULL CHECK (due >= 0),
  rounding bigint NOT NULL CHECK (rounding BETWEEN 0 AND 9),
  tendered bigint NOT NULL,
  slip_reference text NOT NULL DEFAULT '',
  last_digits text NOT NULL DEFAULT '' CHECK (last_digits ~ '^(\d{4})?$'),
  operator text NOT NULL,
  operator_name text NOT NULL,
  day date NOT NULL,
  PRIMARY KEY (provider_id, payment_id),
  FOREIGN KEY (provider_id, payment_id) REFERENCES payment (provider_id, id),
  CHECK (tendered >= due)
);
COMMENT ON TABLE counter_payment IS 'Money that a person takes for a shipment, in cash or by a card terminal; appended only.';
COMMENT ON COLUMN counter_payment.due IS 'Cents due after rounding.';
COMMENT ON COLUMN counter_payment.rounding IS 'Cents that were rounded off the price.';
COMMENT ON COLUMN counter_payment.tendered IS 'Cents handed over; the rest is change.';
COMMENT ON COLUMN counter_payment.last_digits IS 'Of the card.';
COMMENT ON COLUMN counter_payment.operator IS 'User name of whoever took it; the till is of an operator and a day.';
COMMENT ON COLUMN counter_payment.day IS 'South African day.';
CREATE INDEX counter_payment_till ON counter_payment (provider_id, operator, day);
CALL tenant_table('counter_payment', NULL, 'Append-only facts; the payment they belong to is audited.');
REVOKE UPDATE, DELETE ON counter_payment FROM courier_app, courier_platform;

CREATE TABLE payment_notice (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  gateway text NOT NULL,
  digest text NOT NULL,
  body text NOT NULL,
  headers jsonb NOT NULL,
  address text NOT NULL,
  result text NOT NULL DEFAULT '',
  payment_id bigint,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE payment_notice IS 'Notices of gateways, word for word.';
COMMENT ON COLUMN payment_notice.digest IS 'A notice is taken once.';
COMMENT ON COLUMN payment_notice.headers IS 'Headers of the request.';
COMMENT ON COLUMN payment_notice.address IS 'IP address it came from.';
CREATE UNIQUE INDEX payment_notice_once ON payment_notice (provider_id, gateway, digest);
CALL tenant_table('payment_notice', NULL, 'What came from outside, word for word; what follows from it is audited at the payment.');

CREATE TABLE saved_card (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  token_sealed text NOT NULL,
  token_digest text NOT NULL,
  last_digits text NOT NULL,
  association text NOT NULL,
  expiry text NOT NULL,
  is_default boolean NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
COMMENT ON TABLE saved_card IS 'Cards that a gateway keeps for an account.';
COMMENT ON COLUMN saved_card.token_sealed IS 'Token of the gateway, sealed.';
COMMENT ON COLUMN saved_card.token_digest IS 'Digest of the token: a card is kept once per account.';
CREATE UNIQUE INDEX saved_card_once ON saved_card (provider_id, account_id, token_digest);
CREATE UNIQUE INDEX saved_card_default ON saved_card (provider_id, account_id) WHERE is_default;
CALL tenant_table('saved_card', 'account', 'account_id');

CREATE TABLE imported_payment (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  bank_account text NOT NULL DEFAULT '',
  bank_date date NOT NULL,
  description text NOT NULL,
  reference text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  balance bigint,
  fingerprint text NOT NULL,
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
COMMENT ON TABLE imported_payment IS 'Lines of bank statements, until they are matched to an account.';
COMMENT ON COLUMN imported_payment.bank_account IS 'The account of the company that the statement is of, as people name it.';
COMMENT ON COLUMN imported_payment.amount IS 'Cents.';
COMMENT ON COLUMN imported_payment.balance IS 'Cents after the line.';
COMMENT ON COLUMN imported_payment.fingerprint IS 'The same line of the same statement, however often it is imported.';
COMMENT ON COLUMN imported_payment.payer IS 'Words of the payer without what changes, to recognise them again.';
CREATE UNIQUE INDEX imported_payment_once ON imported_payment (provider_id, fingerprint);
CREATE INDEX imported_payment_newest ON imported_payment (provider_id, bank_date DESC, id DESC);
CREATE INDEX imported_payment_state ON imported_payment (provider_id, state, bank_date DESC, id DESC);
CREATE INDEX imported_payment_payer ON imported_payment (provider_id, payer, id DESC)
  WHERE state IN ('matched', 'split');
CALL tenant_table('imported_payment', 'imported_payment', 'id');
