-- What staff do at the company's own pickup points, and who may work at one of them only.
CREATE TABLE counter_action (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  action_id uuid NOT NULL,
  username text NOT NULL,
  point_id bigint NOT NULL,
  type text NOT NULL CHECK (type IN ('take-in', 'hand-out', 'give-to-driver', 'close-day')),
  shipment_id bigint,
  occurred_at timestamptz NOT NULL,
  time_received timestamptz NOT NULL,
  payload jsonb NOT NULL,
  result text NOT NULL CHECK (result IN ('applied', 'conflict')),
  answer jsonb NOT NULL,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, point_id) REFERENCES pickup_point (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE counter_action IS 'Actions at own pickup points, each stored once by the id its device made; appended only.';
COMMENT ON COLUMN counter_action.action_id IS 'Made by the device; unique with username.';
COMMENT ON COLUMN counter_action.occurred_at IS 'On the clock of the server, corrected by the offset of the device.';
COMMENT ON COLUMN counter_action.payload IS 'What the device sent with it, without the PIN.';
COMMENT ON COLUMN counter_action.answer IS 'Given again when the device repeats the action.';
CREATE UNIQUE INDEX counter_action_once ON counter_action (provider_id, username, action_id);
CREATE INDEX counter_action_shipment ON counter_action (provider_id, shipment_id);
CREATE INDEX counter_action_point ON counter_action (provider_id, point_id, occurred_at);
CALL tenant_table('counter_action', NULL, 'Facts, append-only, kept also when refused; what an action changes is audited on the shipment.');
REVOKE UPDATE, DELETE ON counter_action FROM courier_app, courier_platform;

CREATE TABLE counter_clerk (
  provider_id integer NOT NULL REFERENCES provider (id),
  username text NOT NULL,
  point_id bigint NOT NULL,
  PRIMARY KEY (provider_id, username),
  FOREIGN KEY (provider_id, point_id) REFERENCES pickup_point (provider_id, id)
);
COMMENT ON TABLE counter_clerk IS 'Users who may work at one pickup point only.';
CREATE INDEX counter_clerk_point ON counter_clerk (provider_id, point_id);
CALL tenant_table('counter_clerk', 'pickup_point', 'point_id');

CREATE INDEX locker_reservation_left ON locker_reservation (provider_id, point_id, time_modified) WHERE state = 'collected';
