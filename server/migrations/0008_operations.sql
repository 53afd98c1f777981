-- Scans and driver actions, each stored once by the id its device made; messages to people.

CREATE TABLE hub_scan (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  scan_id uuid NOT NULL,
  branch_id bigint NOT NULL,
  mode text NOT NULL,
  code text NOT NULL,
  parcel_id bigint,
  shipment_id bigint,
  verdict text NOT NULL,
  verdict_code text NOT NULL,
  answer jsonb NOT NULL,
  scanned_at timestamptz NOT NULL,
  time_received timestamptz NOT NULL,
  scanned_by text NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, branch_id) REFERENCES branch (provider_id, id),
  FOREIGN KEY (provider_id, parcel_id) REFERENCES parcel (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
CREATE UNIQUE INDEX hub_scan_once ON hub_scan (provider_id, scan_id);
CREATE INDEX hub_scan_parcel ON hub_scan (provider_id, parcel_id, scanned_at DESC) WHERE parcel_id IS NOT NULL;
CREATE INDEX hub_scan_branch ON hub_scan (provider_id, branch_id, time_received DESC);
CALL tenant_table('hub_scan', NULL, 'Facts, append-only; what a scan changes is audited on the parcel.');
REVOKE UPDATE, DELETE ON hub_scan FROM courier_app, courier_platform;

CREATE TABLE driver_action (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  action_id uuid NOT NULL,
  username text NOT NULL,
  type text NOT NULL,
  shipment_id bigint,
  occurred_at timestamptz NOT NULL,
  time_received timestamptz NOT NULL,
  payload jsonb NOT NULL,
  result text NOT NULL CHECK (result IN ('applied', 'conflict')),
  answer jsonb NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
CREATE UNIQUE INDEX driver_action_once ON driver_action (provider_id, action_id);
CREATE INDEX driver_action_shipment ON driver_action (provider_id, shipment_id);
CALL tenant_table('driver_action', NULL, 'Facts, append-only, kept also when refused; what an action changes is audited on the shipment.');
REVOKE UPDATE, DELETE ON driver_action FROM courier_app, courier_platform;

CREATE TABLE message (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint,
  account_id bigint,
  channel text NOT NULL DEFAULT 'email',
  event text NOT NULL,
  recipient text NOT NULL,
  subject text NOT NULL DEFAULT '',
  body text NOT NULL,
  once_key text NOT NULL,
  status text NOT NULL CHECK (status IN ('queued', 'sent', 'failed', 'skipped')),
  reason text,
  gateway_message_id text,
  time_created timestamptz NOT NULL,
  time_sent timestamptz,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id),
  FOREIGN KEY (provider_id, account_id) REFERENCES account (provider_id, id)
);
CREATE UNIQUE INDEX message_once ON message (provider_id, once_key);
CREATE INDEX message_shipment ON message (provider_id, shipment_id, id DESC);
CALL tenant_table('message', NULL, 'The communication log is its own record.');
