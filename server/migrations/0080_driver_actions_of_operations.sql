-- compatible-from: 0063
-- Roles that assign drivers see on their boards what drivers did; they may also read the check of its evidence.

-- No person does this, so it is not audited; the owner of the tables sees no rows while row security is forced on it.
ALTER TABLE role NO FORCE ROW LEVEL SECURITY;
ALTER TABLE role DISABLE TRIGGER audit;

UPDATE role SET permissions = permissions || ARRAY['API_/drivers/actions:GET'], version = version + 1
WHERE id <= 17 AND deleted_date IS NULL AND 'API_/trip-sheet/assign:POST' = ANY(permissions)
  AND NOT permissions && ARRAY['*', 'API_/drivers/*', 'API_/drivers/actions:*', 'API_/drivers/actions:GET'];

ALTER TABLE role ENABLE TRIGGER audit;
ALTER TABLE role FORCE ROW LEVEL SECURITY;
