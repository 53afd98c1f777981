-- compatible-from: 0063
-- Areas that another driver has for a day (decision 0141).
CREATE TABLE driver_zone_override (
  provider_id integer NOT NULL REFERENCES provider (id),
  zone_id bigint NOT NULL,
  day date NOT NULL,
  username text NOT NULL,
  user_id bigint NOT NULL,
  given_by text NOT NULL,
  time_given timestamptz NOT NULL,
  PRIMARY KEY (provider_id, zone_id, day),
  FOREIGN KEY (provider_id, zone_id) REFERENCES zone (provider_id, id) ON DELETE CASCADE,
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id)
);
COMMENT ON TABLE driver_zone_override IS 'Areas of drivers that another driver has for a day.';
COMMENT ON COLUMN driver_zone_override.day IS 'South African day.';
COMMENT ON COLUMN driver_zone_override.username IS 'The driver who has the area on that day.';
COMMENT ON COLUMN driver_zone_override.given_by IS 'Username of who decided so.';
CREATE INDEX driver_zone_override_day ON driver_zone_override (provider_id, day);
CREATE INDEX driver_zone_override_user ON driver_zone_override (provider_id, user_id);
CALL tenant_table('driver_zone_override', 'zone', 'zone_id');
