-- compatible-from: 0028
ALTER TABLE account ADD COLUMN is_third_party boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN account.is_third_party IS 'The account is another courier.';
CREATE INDEX account_third_party ON account (provider_id) WHERE is_third_party;

CREATE INDEX driver_action_day ON driver_action (provider_id, username, occurred_at)
  WHERE type IN ('start-day', 'end-day');
