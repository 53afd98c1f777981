-- Accounts: tags, notes, the price list that follows, how one was closed, the card it may pay with again.

ALTER TABLE account ADD COLUMN tags text[] NOT NULL DEFAULT '{}';
ALTER TABLE account ADD COLUMN next_rate_group_id bigint;
ALTER TABLE account ADD COLUMN next_rate_group_date date;
ALTER TABLE account ADD CHECK ((next_rate_group_id IS NULL) = (next_rate_group_date IS NULL));
ALTER TABLE account ADD COLUMN time_closed timestamptz;
ALTER TABLE account ADD COLUMN close_reason text;
-- None: as the company says.
ALTER TABLE account ALTER COLUMN pod_method DROP DEFAULT;
ALTER TABLE account ALTER COLUMN pod_method DROP NOT NULL;
-- saved_card_id, card_pan (masked), card_association; never a number one could pay with.
ALTER TABLE account ADD COLUMN billing_card jsonb;
CREATE INDEX account_price_list_due ON account (provider_id, next_rate_group_date) WHERE next_rate_group_id IS NOT NULL;

-- The words that may be put on things of a kind, with their colour.
CREATE TABLE tag (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  type text NOT NULL CHECK (type IN ('account', 'shipment')),
  name text NOT NULL,
  colour text NOT NULL DEFAULT '#6b7280',
  time_created timestamptz NOT NULL DEFAULT now(),
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id)
);
CREATE UNIQUE INDEX tag_name ON tag (provider_id, type, lower(name));
CALL tenant_table('tag', NULL, 'Words and colours; what bears a tag is audited.');

CREATE TABLE account_note (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  account_id bigint NOT NULL,
  message text NOT NULL,
  created_by text NOT NULL,
  time_created timestamptz NOT NULL DEFAULT now(),
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
CREATE INDEX account_note_newest ON account_note (provider_id, account_id, id DESC);
CALL tenant_table('account_note', 'account', 'account_id');
