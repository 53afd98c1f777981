-- compatible-from: 0034
-- Measured parcels whose price waits until the account had time to dispute the measures.
CREATE TABLE weight_discrepancy (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint NOT NULL,
  account_id bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'disputed', 'decided', 'expired', 'withdrawn')),
  submitted_rate bigint NOT NULL,
  measured_rate bigint NOT NULL,
  parcels jsonb NOT NULL,
  photos jsonb NOT NULL,
  measured_by text NOT NULL,
  measured_at timestamptz NOT NULL,
  notified_at timestamptz,
  dispute_until date,
  dispute_reason text NOT NULL DEFAULT '',
  dispute_files jsonb NOT NULL DEFAULT '[]',
  disputed_by text NOT NULL DEFAULT '',
  disputed_at timestamptz,
  outcome text CHECK (outcome IN ('measured', 'submitted', 'own')),
  decided_rate bigint,
  decision_message text NOT NULL DEFAULT '',
  decided_by text NOT NULL DEFAULT '',
  decided_at timestamptz,
  modified_by text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id),
  CHECK ((state IN ('decided', 'expired')) = (outcome IS NOT NULL)),
  CHECK (state <> 'disputed' OR disputed_at IS NOT NULL)
);
COMMENT ON TABLE weight_discrepancy IS 'Measured parcels whose price differs so much from the booking that it waits for the account.';
COMMENT ON COLUMN weight_discrepancy.submitted_rate IS 'Price of the shipment as booked, in cents.';
COMMENT ON COLUMN weight_discrepancy.measured_rate IS 'Price of the shipment as measured, in cents.';
COMMENT ON COLUMN weight_discrepancy.parcels IS 'The measured parcels with the measures of the booking, of the hub, and those decided on.';
COMMENT ON COLUMN weight_discrepancy.photos IS 'Photos of parcels on the scale, in the folder shipment-images.';
COMMENT ON COLUMN weight_discrepancy.notified_at IS 'When the account was notified; null until no measurement can be undone any more.';
COMMENT ON COLUMN weight_discrepancy.dispute_until IS 'Last day to dispute.';
COMMENT ON COLUMN weight_discrepancy.outcome IS 'The measures that the price follows from.';
COMMENT ON COLUMN weight_discrepancy.decided_rate IS 'Price that resulted, in cents.';
CREATE UNIQUE INDEX weight_discrepancy_waiting ON weight_discrepancy (provider_id, shipment_id) WHERE state IN ('open', 'disputed');
CREATE INDEX weight_discrepancy_shipment ON weight_discrepancy (provider_id, shipment_id, id DESC);
CREATE INDEX weight_discrepancy_account ON weight_discrepancy (provider_id, account_id, id DESC);
CREATE INDEX weight_discrepancy_state ON weight_discrepancy (provider_id, state, id DESC);
CALL tenant_table('weight_discrepancy', 'shipment', 'shipment_id');

ALTER TABLE parcel ADD COLUMN rated_measures jsonb;
COMMENT ON COLUMN parcel.rated_measures IS 'Measures by which the parcel is priced instead of the measured ones: those of the booking while a discrepancy waits, or those decided on.';

ALTER TABLE account ADD COLUMN charge_discrepancy_percentage_override double precision;
COMMENT ON COLUMN account.charge_discrepancy_percentage_override IS 'Null: as the company says.';

-- No person does this, so it is not audited; the owner of the tables sees no rows while row security is forced on it.
ALTER TABLE role NO FORCE ROW LEVEL SECURITY;
ALTER TABLE role DISABLE TRIGGER audit;

-- Weight discrepancies: a starter role that reads shipments reads them; users of accounts dispute them, and staff who
-- assess claims decide.
UPDATE role SET permissions = permissions || ARRAY(
    SELECT DISTINCT added.permission FROM (VALUES
      (ARRAY['API_/shipments/notes:GET'], 'API_/shipments/discrepancies:GET'),
      (ARRAY['API_/shipments/notes:GET', 'API_/claims/*'], 'API_/shipments/discrepancies:PATCH')
    ) AS added (held, permission)
    WHERE added.held <@ role.permissions AND NOT added.permission = ANY(role.permissions)
  ), version = version + 1
WHERE id <= 17 AND deleted_date IS NULL AND NOT permissions && ARRAY['*', 'API_/shipments/*']
  AND permissions && ARRAY['API_/shipments/notes:GET'];

ALTER TABLE role ENABLE TRIGGER audit;
ALTER TABLE role FORCE ROW LEVEL SECURITY;
