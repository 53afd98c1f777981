-- compatible-from: 0064
-- The card of an account is read from its saved cards; this column was never written.
ALTER TABLE account DROP COLUMN billing_card;
