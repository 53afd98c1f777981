-- Branches and the polygons that route parcels to branches, drivers and prices.

CREATE TABLE branch (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  public_name text NOT NULL,
  address_id bigint,
  lat double precision,
  lng double precision,
  phone text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  bays jsonb NOT NULL DEFAULT '[]',
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL DEFAULT now(),
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, address_id) REFERENCES address (provider_id, id)
);
CREATE UNIQUE INDEX branch_name ON branch (provider_id, lower(name));
CALL tenant_table('branch', 'branch', 'id');

ALTER TABLE app_user ADD FOREIGN KEY (provider_id, branch_id) REFERENCES branch (provider_id, id);
ALTER TABLE account ADD FOREIGN KEY (provider_id, branch_id) REFERENCES branch (provider_id, id);

CREATE TABLE zone (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('drivers', 'branches', 'rates', 'surcharges', 'exceptions', 'service_days')),
  name text NOT NULL,
  geometry jsonb NOT NULL,
  priority integer NOT NULL DEFAULT 0,
  colour text NOT NULL DEFAULT '',
  tags text[] NOT NULL DEFAULT '{}',
  branch_id bigint,
  routing_number text,
  legs text NOT NULL DEFAULT 'both' CHECK (legs IN ('collection', 'delivery', 'both')),
  drivers text[] NOT NULL DEFAULT '{}',
  days jsonb,
  is_default boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL DEFAULT now(),
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, branch_id) REFERENCES branch (provider_id, id)
);
CREATE INDEX zone_kind ON zone (provider_id, kind, id);
CALL tenant_table('zone', 'zone', 'id');

CREATE TABLE holiday (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  date date NOT NULL,
  description text NOT NULL DEFAULT '',
  PRIMARY KEY (provider_id, id)
);
CREATE UNIQUE INDEX holiday_date ON holiday (provider_id, date);
CALL tenant_table('holiday', 'provider_setting', 'id');

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
CREATE UNIQUE INDEX pickup_point_key ON pickup_point (provider_id, pickup_point_provider, pickup_point_id);
CALL tenant_table('pickup_point', 'provider', 'id');
