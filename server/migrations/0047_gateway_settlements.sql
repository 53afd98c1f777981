-- What gateways report to have settled, matched to payments.

CREATE TABLE settlement_line (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  gateway text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('payment', 'refund', 'payout')),
  day date,
  gateway_reference text NOT NULL,
  custom_id text NOT NULL,
  gross bigint NOT NULL CHECK (gross >= 0),
  fee bigint NOT NULL CHECK (fee >= 0),
  net bigint NOT NULL,
  currency text NOT NULL,
  fingerprint text NOT NULL,
  payment_id bigint,
  difference text NOT NULL
    CHECK (difference IN ('', 'unknown-payment', 'not-posted', 'amount', 'fee', 'currency', 'refund')),
  is_fee_posted boolean NOT NULL DEFAULT false,
  file_name text NOT NULL,
  imported_by text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, payment_id) REFERENCES payment (provider_id, id)
);
COMMENT ON TABLE settlement_line IS 'Lines of settlement reports of gateways, matched to payments.';
COMMENT ON COLUMN settlement_line.gateway_reference IS 'Id that the gateway gave the payment.';
COMMENT ON COLUMN settlement_line.custom_id IS 'Our id at the gateway.';
COMMENT ON COLUMN settlement_line.gross IS 'Cents that the payer paid or got back.';
COMMENT ON COLUMN settlement_line.fee IS 'Cents that the gateway keeps.';
COMMENT ON COLUMN settlement_line.net IS 'Cents that the gateway pays out.';
COMMENT ON COLUMN settlement_line.fingerprint IS 'The same line, however often it is reported.';
COMMENT ON COLUMN settlement_line.difference IS 'How it differs from the payment; empty when it does not.';
COMMENT ON COLUMN settlement_line.is_fee_posted IS 'Whether the fee is in the ledger.';
CREATE UNIQUE INDEX settlement_line_once ON settlement_line (provider_id, gateway, fingerprint);
CREATE INDEX settlement_line_newest ON settlement_line (provider_id, day DESC, id DESC);
CREATE INDEX settlement_line_different ON settlement_line (provider_id, id DESC) WHERE difference <> '';
CREATE INDEX settlement_line_payment ON settlement_line (provider_id, payment_id) WHERE payment_id IS NOT NULL;
CALL tenant_table('settlement_line', 'settlement_line', 'id');
