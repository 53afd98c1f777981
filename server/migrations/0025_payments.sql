-- Payments through gateways, what gateways told of them word for word, and the cards they keep for accounts.

CREATE TABLE payment (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- People read it as PMT000123; the receipt of its money bears the same number.
  number bigint NOT NULL,
  gateway text NOT NULL CHECK (gateway IN ('payfast', 'bobpay', 'stitch')),
  source text NOT NULL,
  method text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('topup', 'shipment', 'save_card')),
  account_id bigint NOT NULL,
  shipment_id bigint,
  amount bigint NOT NULL CHECK (amount >= 0),
  status text NOT NULL CHECK (status IN ('created', 'redirected', 'pending', 'complete', 'failed', 'cancelled', 'expired', 'mismatch', 'held')),
  -- What the gateway knows it by: our id in its form, and its own.
  custom_id text,
  gateway_reference text,
  -- Of a payment that another one has followed under the same id at the gateway.
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
CREATE UNIQUE INDEX payment_number ON payment (provider_id, number);
CREATE UNIQUE INDEX payment_custom_id ON payment (provider_id, gateway, custom_id) WHERE custom_id IS NOT NULL;
-- What a gateway counts as one payment is applied once.
CREATE UNIQUE INDEX payment_applied_once ON payment (provider_id, gateway, gateway_reference) WHERE status IN ('complete', 'mismatch');
CREATE INDEX payment_newest ON payment (provider_id, time_created DESC, id DESC);
CREATE INDEX payment_account ON payment (provider_id, account_id, id DESC);
CREATE INDEX payment_shipment ON payment (provider_id, shipment_id, id DESC) WHERE shipment_id IS NOT NULL;
CREATE INDEX payment_to_ask ON payment (provider_id, ask_at) WHERE ask_at IS NOT NULL;
CALL tenant_table('payment', 'payment', 'id');

-- A payment's money is in the ledger at most once.
CREATE UNIQUE INDEX billing_transaction_one_payment ON billing_transaction (provider_id, payment_id) WHERE type = 'payment' AND payment_id IS NOT NULL;

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
CREATE UNIQUE INDEX payment_notice_once ON payment_notice (provider_id, gateway, digest);
CALL tenant_table('payment_notice', NULL, 'What came from outside, word for word; what follows from it is audited at the payment.');

CREATE TABLE saved_card (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  -- The gateway's token, sealed.
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
CREATE UNIQUE INDEX saved_card_once ON saved_card (provider_id, account_id, token_digest);
CREATE UNIQUE INDEX saved_card_default ON saved_card (provider_id, account_id) WHERE is_default;
CALL tenant_table('saved_card', 'account', 'account_id');

-- Customers and guests may pay from now on; account users who see no amounts may not.
SET LOCAL ROLE courier_platform;
SELECT set_config('app.who', '{"username": "system", "channel": "job", "request_id": "0025"}', true);
UPDATE role SET permissions = permissions || ARRAY['API_/billing/payfast/signature:POST', 'API_/billing/bobpay/url:POST', 'API_/billing/stitch/url:POST']
WHERE id IN (2, 5, 6);
UPDATE role SET permissions = permissions || ARRAY['API_/billing/cards:*'] WHERE id IN (5, 6);
RESET ROLE;
