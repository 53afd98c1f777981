-- compatible-from: 0041
-- No person does this, so it is not audited; the owner of the tables sees no rows while row security is forced on it.
ALTER TABLE role NO FORCE ROW LEVEL SECURITY;
ALTER TABLE role DISABLE TRIGGER audit;

-- Costs and pay: starter roles that handle the money of the company gain them, auditors see them, drivers see their own.
UPDATE role SET permissions = permissions || ARRAY(
    SELECT DISTINCT added.permission FROM (VALUES
      (ARRAY['API_/billing/*', 'API_/accounts/*', 'API_/audit/*'], 'API_/costs/*'),
      (ARRAY['API_/billing/*', 'API_/accounts/*', 'API_/audit/*'], 'API_/pay-plans/*'),
      (ARRAY['API_/billing/*', 'API_/accounts/*', 'API_/audit/*'], 'API_/pay-statements/*'),
      (ARRAY['API_/billing/*:GET', 'API_/audit/*:GET'], 'API_/costs/*:GET'),
      (ARRAY['API_/billing/*:GET', 'API_/audit/*:GET'], 'API_/pay-plans/*:GET'),
      (ARRAY['API_/billing/*:GET', 'API_/audit/*:GET'], 'API_/pay-statements/*:GET'),
      (ARRAY['API_/drivers/actions:*'], 'API_/drivers/earnings:GET')
    ) AS added (held, permission)
    WHERE added.held <@ role.permissions AND NOT added.permission = ANY(role.permissions)
  ), version = version + 1
WHERE id <= 17 AND deleted_date IS NULL AND NOT '*' = ANY(permissions)
  AND (permissions && ARRAY['API_/drivers/actions:*', 'API_/billing/*:GET'] OR permissions @> ARRAY['API_/billing/*', 'API_/accounts/*', 'API_/audit/*']);

ALTER TABLE role ENABLE TRIGGER audit;
ALTER TABLE role FORCE ROW LEVEL SECURITY;
