-- compatible-from: 0063
-- The last day on which the work that nobody has was assigned (decision 0147).
CREATE TABLE nightly_assignment (
  provider_id integer PRIMARY KEY REFERENCES provider (id),
  day date NOT NULL,
  time_done timestamptz NOT NULL
);
COMMENT ON TABLE nightly_assignment IS 'When the work of the day that nobody has was last given to the drivers of its areas.';
COMMENT ON COLUMN nightly_assignment.day IS 'South African day whose work was assigned.';
INSERT INTO nightly_assignment (provider_id, day, time_done)
SELECT id, ((now() - interval '4 hours') AT TIME ZONE 'Africa/Johannesburg')::date, now() FROM provider;
CALL tenant_table('nightly_assignment', NULL, 'when a job last ran');

-- What each row of an update changed, so that it can be undone.
ALTER TABLE bulk_row ADD COLUMN effect jsonb;
COMMENT ON COLUMN bulk_row.effect IS 'What an update changed of the shipment: the values before and after it. Null until it ran.';
