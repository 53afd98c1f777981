-- compatible-from: 0063
-- The order of a driver's stops of a day, its expected arrivals and its changes (decision 0133).
CREATE TABLE trip_plan (
  provider_id integer NOT NULL REFERENCES provider (id),
  username text NOT NULL,
  day date NOT NULL,
  user_id bigint NOT NULL,
  version integer NOT NULL DEFAULT 0,
  source text NOT NULL CHECK (source IN ('built-in', 'dispatcher', 'driver')),
  locked_by text,
  time_locked timestamptz,
  modified_by text NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, username, day),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id),
  CHECK ((locked_by IS NULL) = (time_locked IS NULL))
);
COMMENT ON TABLE trip_plan IS 'A driver''s day whose order of stops was planned. A day without a row is in the order of time windows.';
COMMENT ON COLUMN trip_plan.user_id IS 'The driver, under whom changes are audited.';
COMMENT ON COLUMN trip_plan.version IS 'Counts the changes of the order, not those of the expected arrivals.';
COMMENT ON COLUMN trip_plan.source IS 'What set the present order.';
COMMENT ON COLUMN trip_plan.locked_by IS 'Who locked stops last; null when none is locked.';
CREATE INDEX trip_plan_day ON trip_plan (provider_id, day);
CREATE INDEX trip_plan_user ON trip_plan (provider_id, user_id);
CALL tenant_table('trip_plan', 'user', 'user_id');

CREATE TABLE trip_plan_visit (
  provider_id integer NOT NULL REFERENCES provider (id),
  username text NOT NULL,
  day date NOT NULL,
  place integer NOT NULL CHECK (place > 0),
  leg text NOT NULL CHECK (leg IN ('collection', 'delivery')),
  shipment_id bigint,
  collection_request_id bigint,
  is_locked boolean NOT NULL DEFAULT false,
  eta timestamptz,
  km double precision,
  minutes integer,
  PRIMARY KEY (provider_id, username, day, place),
  FOREIGN KEY (provider_id, username, day) REFERENCES trip_plan (provider_id, username, day) ON DELETE CASCADE,
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id) ON DELETE CASCADE,
  FOREIGN KEY (provider_id, collection_request_id) REFERENCES collection_request (provider_id, id) ON DELETE CASCADE,
  CHECK ((shipment_id IS NULL) <> (collection_request_id IS NULL)),
  CHECK (collection_request_id IS NULL OR leg = 'collection')
);
COMMENT ON TABLE trip_plan_visit IS 'The visits of a planned day in their order. A stop has the place of its first visit. A visit that is no longer the driver''s is ignored.';
COMMENT ON COLUMN trip_plan_visit.eta IS 'When the driver is expected; after the visit, when the driver was last expected.';
COMMENT ON COLUMN trip_plan_visit.km IS 'By road from the stop before, or from where the driver was when it was estimated.';
COMMENT ON COLUMN trip_plan_visit.minutes IS 'Of driving from the stop before.';
CREATE INDEX trip_plan_visit_shipment ON trip_plan_visit (provider_id, shipment_id);
CREATE INDEX trip_plan_visit_request ON trip_plan_visit (provider_id, collection_request_id);
CALL tenant_table('trip_plan_visit', NULL, 'Each change of the order is stored in trip_plan_change; arrivals are estimates.');

CREATE TABLE trip_plan_change (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  day date NOT NULL,
  drivers text[] NOT NULL,
  changes jsonb NOT NULL,
  before jsonb NOT NULL,
  made_by text NOT NULL,
  time_created timestamptz NOT NULL,
  undone_by text,
  time_undone timestamptz,
  PRIMARY KEY (provider_id, id),
  CHECK ((undone_by IS NULL) = (time_undone IS NULL))
);
COMMENT ON TABLE trip_plan_change IS 'Changes of planned days, append-only except that a change can be undone once.';
COMMENT ON COLUMN trip_plan_change.drivers IS 'Usernames of the drivers whose days it changed.';
COMMENT ON COLUMN trip_plan_change.changes IS 'What was asked for.';
COMMENT ON COLUMN trip_plan_change.before IS 'The visits that changed the driver, and the order of each driver before.';
CREATE INDEX trip_plan_change_day ON trip_plan_change (provider_id, day, id);
CALL tenant_table('trip_plan_change', NULL, 'It is the record of who changed what.');

-- Drivers of existing companies may put their stops in order where the company allows it. No person does this, so it is
-- not audited; the owner of the tables sees no rows while row security is forced on it.
ALTER TABLE role NO FORCE ROW LEVEL SECURITY;
ALTER TABLE role DISABLE TRIGGER audit;
UPDATE role SET permissions = permissions || ARRAY['API_/trip-sheet/sequence:POST'], version = version + 1
WHERE id = 7 AND deleted_date IS NULL AND 'API_/drivers/actions:*' = ANY(permissions)
  AND NOT permissions && ARRAY['*', 'API_/trip-sheet/*', 'API_/trip-sheet/sequence:POST'];
ALTER TABLE role ENABLE TRIGGER audit;
ALTER TABLE role FORCE ROW LEVEL SECURITY;
