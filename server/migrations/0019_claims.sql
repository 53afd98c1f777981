-- Claims.

CREATE TABLE claim (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint NOT NULL,
  account_id bigint NOT NULL,
  shipment_id bigint NOT NULL,
  state text NOT NULL
    CHECK (state IN ('submitted', 'in-review', 'needs-information', 'approved', 'rejected', 'paid', 'closed')),
  kind text NOT NULL CHECK (kind IN ('lost', 'damaged', 'short', 'late')),
  parcel_ids bigint[] NOT NULL,
  description text NOT NULL,
  item_value bigint NOT NULL,
  claimed_amount bigint NOT NULL,
  approved_amount bigint,
  pay_by text NOT NULL CHECK (pay_by IN ('account-credit', 'bank')),
  bank_details text NOT NULL,
  contact_email text NOT NULL,
  lodge_until date,
  is_after_window boolean NOT NULL,
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
  CHECK (approved_amount > 0 AND approved_amount <= claimed_amount),
  CHECK (state <> 'paid' OR transaction_id IS NOT NULL),
  CHECK (transaction_id IS NULL OR state IN ('paid', 'closed'))
);
COMMENT ON TABLE claim IS 'Claims for what was lost, damaged, short or late.';
COMMENT ON COLUMN claim.id IS 'Counted per company without gaps; people read it as the number.';
COMMENT ON COLUMN claim.item_value IS 'Cents.';
COMMENT ON COLUMN claim.claimed_amount IS 'Cents.';
COMMENT ON COLUMN claim.approved_amount IS 'Cents.';
COMMENT ON COLUMN claim.is_after_window IS 'It was entered after lodge_until.';
COMMENT ON COLUMN claim.transaction_id IS 'The transaction that paid it; a claim is paid exactly when it has one.';
CREATE INDEX claim_account ON claim (provider_id, account_id, id DESC);
CREATE INDEX claim_shipment ON claim (provider_id, shipment_id, id DESC);
CREATE INDEX claim_state ON claim (provider_id, state, id DESC);
CREATE UNIQUE INDEX claim_transaction ON claim (provider_id, transaction_id) WHERE transaction_id IS NOT NULL;
CALL tenant_table('claim', 'claim', 'id');

CREATE TABLE claim_event (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  claim_id bigint NOT NULL,
  state text
    CHECK (state IN ('submitted', 'in-review', 'needs-information', 'approved', 'rejected', 'paid', 'closed')),
  message text NOT NULL,
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
COMMENT ON TABLE claim_event IS 'What was said and decided on a claim.';
COMMENT ON COLUMN claim_event.state IS 'The state that was entered; null for a message alone.';
COMMENT ON COLUMN claim_event.reason IS 'For staff.';
COMMENT ON COLUMN claim_event.amount IS 'Cents.';
COMMENT ON COLUMN claim_event.files IS 'Stored files that came with it.';
CREATE INDEX claim_event_claim ON claim_event (provider_id, claim_id, id);
CALL tenant_table('claim_event', NULL, 'A conversation, append-only; it is its own history.');
