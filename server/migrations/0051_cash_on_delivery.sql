-- compatible-from: 0041
-- A shipment can be handed over against money for its sender.
ALTER TABLE shipment ADD COLUMN cod_amount bigint NOT NULL DEFAULT 0 CHECK (cod_amount >= 0);
COMMENT ON COLUMN shipment.cod_amount IS 'Cents that the receiver pays for the goods at the delivery; 0 when nothing is to be paid.';

-- An account can have other terms of cash on delivery than the company.
ALTER TABLE account ADD COLUMN cod_own_terms boolean NOT NULL DEFAULT false,
  ADD COLUMN cod_max_amount bigint NOT NULL DEFAULT 0 CHECK (cod_max_amount >= 0),
  ADD COLUMN cod_fee_percentage numeric(5, 2) NOT NULL DEFAULT 0 CHECK (cod_fee_percentage BETWEEN 0 AND 100),
  ADD COLUMN cod_fee_minimum bigint NOT NULL DEFAULT 0 CHECK (cod_fee_minimum >= 0);
COMMENT ON COLUMN account.cod_own_terms IS 'Whether the three columns after it apply instead of the settings of the company.';
COMMENT ON COLUMN account.cod_max_amount IS 'Cents; the largest amount of a shipment, 0 when cash on delivery is not offered.';
COMMENT ON COLUMN account.cod_fee_percentage IS 'Share of the collected amount that is kept as fee, VAT included.';
COMMENT ON COLUMN account.cod_fee_minimum IS 'Cents; the smallest fee of a shipment, VAT included.';

-- No person does this, so it is not audited; the owner of the tables sees no rows while row security is forced on it.
ALTER TABLE role NO FORCE ROW LEVEL SECURITY;
ALTER TABLE role DISABLE TRIGGER audit;

UPDATE role SET permissions = permissions || ARRAY(
    SELECT DISTINCT added.permission FROM (VALUES
      ('API_/drivers/actions:*', 'API_/billing/cash/receipt-blocks:POST'),
      ('API_/drivers/actions:*', 'API_/billing/cash/drawer:GET'),
      ('API_/drivers/actions:*', 'API_/billing/cash/cash-ups:POST'),
      ('API_/billing/statements:GET', 'API_/billing/cash/remittances:GET'),
      ('INLINE_cancel_own_of_today', 'API_/billing/cash/drawer:GET'),
      ('INLINE_cancel_own_of_today', 'API_/billing/cash/tills:POST'),
      ('INLINE_cancel_own_of_today', 'API_/billing/cash/cash-ups:POST')
    ) AS added (held, permission)
    WHERE added.held = ANY(role.permissions) AND NOT added.permission = ANY(role.permissions)
  ), version = version + 1
WHERE id <= 17 AND deleted_date IS NULL AND NOT permissions && ARRAY['*', 'API_/billing/*']
  AND permissions && ARRAY['API_/drivers/actions:*', 'API_/billing/statements:GET', 'INLINE_cancel_own_of_today'];

ALTER TABLE role ENABLE TRIGGER audit;
ALTER TABLE role FORCE ROW LEVEL SECURITY;
