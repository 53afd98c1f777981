-- Branches, the areas of the map and holidays.

CREATE TABLE branch (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  public_name text NOT NULL,
  address_id bigint,
  lat double precision,
  lng double precision,
  contact_name text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  bays jsonb NOT NULL DEFAULT '[]',
  working_hours jsonb,
  is_active boolean NOT NULL DEFAULT true,
  deleted_date timestamptz,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL DEFAULT now(),
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, address_id) REFERENCES address (provider_id, id)
);
COMMENT ON TABLE branch IS 'Branches of the company. A removed one stays for the shipments it has served.';
COMMENT ON COLUMN branch.bays IS 'Names of its bays.';
COMMENT ON COLUMN branch.working_hours IS 'Opening and closing time per weekday; null: the office hours of the company.';
CREATE UNIQUE INDEX branch_name ON branch (provider_id, lower(name)) WHERE deleted_date IS NULL;
CALL tenant_table('branch', 'branch', 'id');

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
  weekdays bigint[] NOT NULL DEFAULT '{}',
  window_from time,
  window_to time,
  service_level_ids bigint[],
  message text NOT NULL DEFAULT '',
  valid_from timestamptz,
  valid_until timestamptz,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL DEFAULT now(),
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, branch_id) REFERENCES branch (provider_id, id)
);
COMMENT ON TABLE zone IS 'Areas of the map; the kind says what an area decides: drivers, branches, prices, surcharges, exceptions or days of service.';
COMMENT ON COLUMN zone.geometry IS 'GeoJSON.';
COMMENT ON COLUMN zone.legs IS 'Whether it holds for collections, deliveries or both.';
COMMENT ON COLUMN zone.drivers IS 'User names.';
COMMENT ON COLUMN zone.days IS 'Days of service for collection and for delivery.';
COMMENT ON COLUMN zone.weekdays IS 'Sunday 0 to Saturday 6; empty: every day.';
COMMENT ON COLUMN zone.window_from IS 'South African time; null: the whole day.';
COMMENT ON COLUMN zone.window_to IS 'South African time; null: the whole day.';
COMMENT ON COLUMN zone.service_level_ids IS 'Of exceptions: what is not offered; null: everything.';
CREATE INDEX zone_kind ON zone (provider_id, kind, id);
CALL tenant_table('zone', 'zone', 'id');

CREATE TABLE draft_map (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  status text NOT NULL DEFAULT 'preparing' CHECK (status IN ('preparing', 'scheduled', 'published')),
  publish_at timestamptz,
  problem text NOT NULL DEFAULT '',
  published_by text NOT NULL DEFAULT '',
  time_published timestamptz,
  created_by text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  CHECK ((status = 'scheduled') <= (publish_at IS NOT NULL))
);
COMMENT ON TABLE draft_map IS 'A map in preparation: changes of areas that are published together.';
COMMENT ON COLUMN draft_map.problem IS 'Why publishing failed.';
CREATE INDEX draft_map_due ON draft_map (provider_id, publish_at) WHERE status = 'scheduled';
CALL tenant_table('draft_map', NULL, 'Preparation; what is published is audited at the areas.');

CREATE TABLE draft_zone (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  draft_map_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('drivers', 'branches', 'rates', 'surcharges', 'exceptions', 'service_days')),
  zone_id bigint,
  action text NOT NULL CHECK (action IN ('added', 'changed', 'removed')),
  details jsonb,
  base_version integer,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, draft_map_id) REFERENCES draft_map (provider_id, id) ON DELETE CASCADE,
  CHECK ((action = 'added') = (zone_id IS NULL)),
  CHECK ((action = 'removed') = (details IS NULL))
);
COMMENT ON TABLE draft_zone IS 'One changed area of a map in preparation.';
COMMENT ON COLUMN draft_zone.zone_id IS 'The published area; null for one that the draft adds.';
COMMENT ON COLUMN draft_zone.details IS 'The area as it will be; null when it is removed.';
COMMENT ON COLUMN draft_zone.base_version IS 'Version of the published area that the draft started from.';
CREATE UNIQUE INDEX draft_zone_once ON draft_zone (provider_id, draft_map_id, zone_id) WHERE zone_id IS NOT NULL;
CREATE INDEX draft_zone_of_map ON draft_zone (provider_id, draft_map_id, id);
CALL tenant_table('draft_zone', NULL, 'Preparation; what is published is audited at the areas.');

CREATE TABLE holiday (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  date date NOT NULL,
  description text NOT NULL DEFAULT '',
  PRIMARY KEY (provider_id, id)
);
COMMENT ON TABLE holiday IS 'Public holidays and other days without service.';
CREATE UNIQUE INDEX holiday_date ON holiday (provider_id, date);
CALL tenant_table('holiday', 'provider_setting', 'id');
