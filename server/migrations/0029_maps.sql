-- The map that people draw: what each kind of area decides, tags of areas, and maps in preparation.

ALTER TABLE tag DROP CONSTRAINT tag_type_check;
ALTER TABLE tag ADD CONSTRAINT tag_type_check
  CHECK (type IN ('branches', 'rates', 'surcharges', 'service_days', 'exceptions', 'account', 'shipment'));

ALTER TABLE zone ADD COLUMN weekdays bigint[] NOT NULL DEFAULT '{}';
-- HH:mm; none: the whole day.
ALTER TABLE zone ADD COLUMN window_from text NOT NULL DEFAULT '';
ALTER TABLE zone ADD COLUMN window_to text NOT NULL DEFAULT '';
-- Of exceptions: what is not offered; none: everything.
ALTER TABLE zone ADD COLUMN service_level_ids bigint[];
ALTER TABLE zone ADD COLUMN message text NOT NULL DEFAULT '';
ALTER TABLE zone ADD COLUMN valid_from timestamptz;
ALTER TABLE zone ADD COLUMN valid_until timestamptz;

-- A map in preparation: changes that are published together.
CREATE TABLE draft_map (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  status text NOT NULL DEFAULT 'preparing' CHECK (status IN ('preparing', 'scheduled', 'published')),
  publish_at timestamptz,
  problem text NOT NULL DEFAULT '',
  created_by text NOT NULL,
  published_by text NOT NULL DEFAULT '',
  time_published timestamptz,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  CHECK ((status = 'scheduled') <= (publish_at IS NOT NULL))
);
CREATE INDEX draft_map_due ON draft_map (provider_id, publish_at) WHERE status = 'scheduled';
CALL tenant_table('draft_map', NULL, 'Preparation; what is published is audited at the areas.');

CREATE TABLE draft_zone (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  draft_map_id bigint NOT NULL,
  kind text NOT NULL,
  -- The published area; none for one that the draft adds.
  zone_id bigint,
  action text NOT NULL CHECK (action IN ('added', 'changed', 'removed')),
  -- The area as it will be; none when it is removed.
  details jsonb,
  -- The version of the published area that the draft took up.
  base_version integer,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, draft_map_id) REFERENCES draft_map (provider_id, id) ON DELETE CASCADE,
  CHECK ((action = 'added') = (zone_id IS NULL)),
  CHECK ((action = 'removed') = (details IS NULL))
);
CREATE UNIQUE INDEX draft_zone_once ON draft_zone (provider_id, draft_map_id, zone_id) WHERE zone_id IS NOT NULL;
CREATE INDEX draft_zone_of_map ON draft_zone (provider_id, draft_map_id, id);
CALL tenant_table('draft_zone', NULL, 'Preparation; what is published is audited at the areas.');

SET LOCAL ROLE courier_platform;
SELECT set_config('app.who', '{"username": "system", "channel": "job", "request_id": "0029"}', true);
-- Days of service are told apart by collection and delivery.
UPDATE zone SET days = jsonb_build_object('collection', days, 'delivery', days)
  WHERE kind = 'service_days' AND jsonb_typeof(days) = 'array';
-- The words that areas already bear get their tags.
INSERT INTO tag (provider_id, type, name, time_created, time_modified)
  SELECT DISTINCT ON (z.provider_id, z.kind, lower(t)) z.provider_id, z.kind, t, now(), now()
  FROM zone z CROSS JOIN unnest(z.tags) t WHERE z.kind <> 'drivers' ON CONFLICT DO NOTHING;
RESET ROLE;
