-- Claims for what was lost, damaged, short or late, and what is said on them.

CREATE TABLE claim (
  provider_id integer NOT NULL REFERENCES provider (id),
  -- Counted per provider without gaps: it is the number people read.
  id bigint NOT NULL,
  account_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  state text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('lost', 'damaged', 'short', 'late')),
  parcel_ids bigint[] NOT NULL,
  description text NOT NULL,
  item_value bigint NOT NULL,
  claimed_amount bigint NOT NULL,
  approved_amount bigint CHECK (approved_amount > 0 AND approved_amount <= claimed_amount),
  pay_by text NOT NULL CHECK (pay_by IN ('account-credit', 'bank')),
  bank_details text NOT NULL,
  contact_email text NOT NULL,
  lodge_until date,
  is_after_window boolean NOT NULL,
  -- The row of the ledger that paid it: a claim is paid exactly when it has one.
  transaction_id bigint,
  paid_date timestamptz,
  created_by text NOT NULL,
  modified_by text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id),
  FOREIGN KEY (provider_id, transaction_id) REFERENCES billing_transaction (provider_id, id),
  CHECK (state <> 'paid' OR transaction_id IS NOT NULL),
  CHECK (transaction_id IS NULL OR state IN ('paid', 'closed'))
);
CREATE INDEX claim_account ON claim (provider_id, account_id, id DESC);
CREATE INDEX claim_shipment ON claim (provider_id, shipment_id, id DESC);
CREATE INDEX claim_state ON claim (provider_id, state, id DESC);
CREATE UNIQUE INDEX claim_transaction ON claim (provider_id, transaction_id) WHERE transaction_id IS NOT NULL;
CALL tenant_table('claim', 'claim', 'id');

CREATE TABLE claim_event (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  claim_id bigint NOT NULL,
  -- The state that was entered; none for a message alone.
  state text,
  message text NOT NULL,
  -- For staff alone.
  reason text NOT NULL,
  amount bigint,
  files jsonb NOT NULL,
  is_from_claimant boolean NOT NULL,
  source text NOT NULL,
  author text NOT NULL,
  time_created timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, claim_id) REFERENCES claim (provider_id, id)
);
CREATE INDEX claim_event_claim ON claim_event (provider_id, claim_id, id);
CALL tenant_table('claim_event', NULL, 'A conversation, append-only; it is its own history.');

-- Customers lodge claims; finance, operations and customer service work on them.
SET LOCAL ROLE courier_platform;
SELECT set_config('app.who', '{"username": "system", "channel": "job", "request_id": "0035"}', true);
UPDATE role SET permissions = permissions || ARRAY['API_/claims/*']
  WHERE id IN (4, 5, 6, 9, 10, 13) AND deleted_date IS NULL AND NOT 'API_/claims/*' = ANY (permissions);
UPDATE role SET permissions = permissions || ARRAY['INLINE_assess_claims']
  WHERE id IN (3, 4, 10, 13) AND deleted_date IS NULL AND NOT 'INLINE_assess_claims' = ANY (permissions);
UPDATE role SET permissions = permissions || ARRAY['INLINE_approve_claims']
  WHERE id IN (3, 4) AND deleted_date IS NULL AND NOT 'INLINE_approve_claims' = ANY (permissions);
RESET ROLE;
