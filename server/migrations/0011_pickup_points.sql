-- Lockers and counters.

CREATE TABLE pickup_point (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  pickup_point_id text NOT NULL,
  pickup_point_provider text NOT NULL,
  type text NOT NULL CHECK (type IN ('locker', 'counter')),
  name text NOT NULL,
  description text NOT NULL DEFAULT '',
  address_id bigint NOT NULL,
  lat double precision NOT NULL,
  lng double precision NOT NULL,
  trading_hours text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'online' CHECK (status IN ('online', 'offline')),
  is_hidden boolean NOT NULL DEFAULT false,
  phone text,
  compartments jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, address_id) REFERENCES address (provider_id, id)
);
COMMENT ON TABLE pickup_point IS 'Lockers and counters where parcels are handed in and picked up.';
COMMENT ON COLUMN pickup_point.pickup_point_id IS 'Its id at the operator of the point.';
COMMENT ON COLUMN pickup_point.pickup_point_provider IS 'Operator of the point.';
COMMENT ON COLUMN pickup_point.compartments IS 'Sizes of a locker.';
CREATE UNIQUE INDEX pickup_point_key ON pickup_point (provider_id, pickup_point_provider, pickup_point_id);
CALL tenant_table('pickup_point', 'provider', 'id');
