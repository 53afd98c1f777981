-- compatible-from: 0063
-- Orders of VROOM, and the trips that a routing service has calculated for a planned day (decision 0145).
ALTER TABLE trip_plan DROP CONSTRAINT trip_plan_source_check;
ALTER TABLE trip_plan
  ADD CONSTRAINT trip_plan_source_check CHECK (source IN ('built-in', 'vroom', 'dispatcher', 'driver'));

CREATE TABLE trip_plan_trips (
  provider_id integer NOT NULL REFERENCES provider (id),
  username text NOT NULL,
  day date NOT NULL,
  times_from text NOT NULL CHECK (times_from IN ('estimate', 'osrm', 'valhalla')),
  times_note text NOT NULL,
  order_note text NOT NULL,
  trips jsonb NOT NULL,
  PRIMARY KEY (provider_id, username, day),
  FOREIGN KEY (provider_id, username, day) REFERENCES trip_plan (provider_id, username, day) ON DELETE CASCADE
);
COMMENT ON TABLE trip_plan_trips IS 'What routing services calculated for a planned day. Without a row all trips are estimates, and no service was asked.';
COMMENT ON COLUMN trip_plan_trips.times_from IS 'What calculated the trips.';
COMMENT ON COLUMN trip_plan_trips.times_note IS 'Why trips are estimated although a service is set up; empty otherwise.';
COMMENT ON COLUMN trip_plan_trips.order_note IS 'Why VROOM did not order the stops although it is set up; empty otherwise.';
COMMENT ON COLUMN trip_plan_trips.trips IS 'The trips between the stops still to do: [key of the two places, km by road, minutes].';
CALL tenant_table('trip_plan_trips', NULL, 'Calculated again after each change of the day and each action of the driver.');
