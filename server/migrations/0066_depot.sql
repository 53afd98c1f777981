-- compatible-from: 0063
-- Floor counts of a branch, the release of routes, and messages about vehicles that are not ready (decision 0135).
CREATE TABLE floor_count (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  branch_id bigint NOT NULL,
  started_by text NOT NULL,
  time_started timestamptz NOT NULL,
  closed_by text,
  time_closed timestamptz,
  expected integer CHECK (expected >= 0),
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, branch_id) REFERENCES branch (provider_id, id),
  CHECK ((time_closed IS NULL) = (closed_by IS NULL) AND (time_closed IS NULL) = (expected IS NULL))
);
COMMENT ON TABLE floor_count IS 'Counts of what stands in a branch, by scanning everything.';
COMMENT ON COLUMN floor_count.started_by IS 'User name.';
COMMENT ON COLUMN floor_count.expected IS 'Parcels that should have stood there when it was closed.';
CREATE UNIQUE INDEX floor_count_open ON floor_count (provider_id, branch_id) WHERE time_closed IS NULL;
CREATE INDEX floor_count_branch ON floor_count (provider_id, branch_id, time_started DESC);
CALL tenant_table('floor_count', 'branch', 'branch_id');

CREATE TABLE floor_count_scan (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  floor_count_id bigint NOT NULL,
  scan_id uuid NOT NULL,
  reference text NOT NULL,
  parcel_id bigint,
  bay text NOT NULL DEFAULT '',
  result text NOT NULL CHECK (result IN ('agrees', 'elsewhere', 'not-expected', 'unknown')),
  is_repeat boolean NOT NULL,
  is_late boolean NOT NULL,
  scanned_by text NOT NULL,
  scanned_at timestamptz NOT NULL,
  time_received timestamptz NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, floor_count_id) REFERENCES floor_count (provider_id, id),
  FOREIGN KEY (provider_id, parcel_id) REFERENCES parcel (provider_id, id),
  CHECK ((result = 'unknown') = (parcel_id IS NULL))
);
COMMENT ON TABLE floor_count_scan IS 'Scans of floor counts, each stored once by the id its device made; appended only.';
COMMENT ON COLUMN floor_count_scan.scan_id IS 'Made by the device; unique with scanned_by.';
COMMENT ON COLUMN floor_count_scan.result IS 'What the scan meant when it came in; given again when the device repeats it.';
COMMENT ON COLUMN floor_count_scan.is_repeat IS 'The same barcode was counted before.';
COMMENT ON COLUMN floor_count_scan.is_late IS 'It came in after the count was closed.';
COMMENT ON COLUMN floor_count_scan.scanned_at IS 'By the clock of the device.';
CREATE UNIQUE INDEX floor_count_scan_once ON floor_count_scan (provider_id, scanned_by, scan_id);
CREATE INDEX floor_count_scan_of ON floor_count_scan (provider_id, floor_count_id, reference);
CREATE INDEX floor_count_scan_parcel ON floor_count_scan (provider_id, parcel_id) WHERE parcel_id IS NOT NULL;
CALL tenant_table('floor_count_scan', NULL, 'Facts, append-only; a count changes no parcel.');
REVOKE UPDATE, DELETE ON floor_count_scan FROM courier_app, courier_platform;

CREATE TABLE floor_count_difference (
  provider_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  floor_count_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('not-counted', 'elsewhere', 'not-expected', 'unknown')),
  parcel_id bigint,
  reference text NOT NULL,
  bay text NOT NULL DEFAULT '',
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, floor_count_id) REFERENCES floor_count (provider_id, id),
  FOREIGN KEY (provider_id, parcel_id) REFERENCES parcel (provider_id, id),
  CHECK ((kind = 'unknown') = (parcel_id IS NULL))
);
COMMENT ON TABLE floor_count_difference IS 'What a closed floor count found other than the scans said; appended only.';
CREATE INDEX floor_count_difference_of ON floor_count_difference (provider_id, floor_count_id, kind);
CREATE INDEX floor_count_difference_parcel ON floor_count_difference (provider_id, parcel_id) WHERE parcel_id IS NOT NULL;
CALL tenant_table('floor_count_difference', NULL, 'Facts, append-only; computed when a count is closed.');
REVOKE UPDATE, DELETE ON floor_count_difference FROM courier_app, courier_platform;

CREATE TABLE route_release (
  provider_id integer NOT NULL,
  user_id bigint NOT NULL,
  day date NOT NULL,
  branch_id bigint NOT NULL,
  released_by text NOT NULL,
  time_released timestamptz NOT NULL,
  blockers text[] NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (provider_id, user_id, day, branch_id),
  FOREIGN KEY (provider_id, user_id) REFERENCES app_user (provider_id, id),
  FOREIGN KEY (provider_id, branch_id) REFERENCES branch (provider_id, id),
  CHECK (cardinality(blockers) = 0 OR reason <> '')
);
COMMENT ON TABLE route_release IS 'Routes that may leave a branch on a day, and who decided so.';
COMMENT ON COLUMN route_release.user_id IS 'The driver.';
COMMENT ON COLUMN route_release.day IS 'South African day.';
COMMENT ON COLUMN route_release.blockers IS 'Sentences about what was not ready; empty when the gate was green.';
COMMENT ON COLUMN route_release.reason IS 'Why it may leave all the same.';
CREATE INDEX route_release_branch ON route_release (provider_id, branch_id, day);
CALL tenant_table('route_release', 'user', 'user_id');
REVOKE UPDATE, DELETE ON route_release FROM courier_app, courier_platform;

CREATE TABLE depot_alert (
  provider_id integer NOT NULL,
  branch_id bigint NOT NULL,
  day date NOT NULL,
  row_key text NOT NULL,
  time_sent timestamptz NOT NULL,
  PRIMARY KEY (provider_id, branch_id, day, row_key),
  FOREIGN KEY (provider_id, branch_id) REFERENCES branch (provider_id, id)
);
COMMENT ON TABLE depot_alert IS 'Vans and line-hauls about which staff were informed before they start.';
COMMENT ON COLUMN depot_alert.day IS 'South African day.';
COMMENT ON COLUMN depot_alert.row_key IS 'Row of the depot board: van:{user name} or outgoing:{id of the line-haul}.';
CALL tenant_table('depot_alert', NULL, 'Which messages were sent; the messages are in the inbox.');

-- No person does this, so it is not audited; the owner of the tables sees no rows while row security is forced on it.
ALTER TABLE role NO FORCE ROW LEVEL SECURITY;
ALTER TABLE role DISABLE TRIGGER audit;

-- Starter roles that assign drivers release their routes; those that close manifests with parcels missing also release
-- routes that are not ready.
UPDATE role SET permissions = permissions || ARRAY(
    SELECT DISTINCT added.permission FROM (VALUES
      (ARRAY['API_/trip-sheet/assign:POST'], 'API_/trip-sheet/release:POST'),
      (ARRAY['INLINE_close_interhub_transfer'], 'INLINE_release_with_blockers')
    ) AS added (held, permission)
    WHERE added.held <@ role.permissions AND NOT added.permission = ANY(role.permissions)
  ), version = version + 1
WHERE id <= 17 AND deleted_date IS NULL AND NOT '*' = ANY(permissions)
  AND permissions && ARRAY['API_/trip-sheet/assign:POST', 'INLINE_close_interhub_transfer'];

ALTER TABLE role ENABLE TRIGGER audit;
ALTER TABLE role FORCE ROW LEVEL SECURITY;
