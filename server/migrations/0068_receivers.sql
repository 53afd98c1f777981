-- compatible-from: 0063
-- What a verified receiver may do about a delivery (decision 0137).
ALTER TABLE shipment ADD COLUMN authorised_person jsonb;
COMMENT ON COLUMN shipment.authorised_person IS 'Name and mobile number of another person who may take the parcel, as the receiver named them; null for nobody.';

CREATE TABLE attempt_dispute (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint NOT NULL,
  tracking_event_id bigint NOT NULL,
  username text NOT NULL,
  day date NOT NULL,
  comment text NOT NULL DEFAULT '',
  time_created timestamptz NOT NULL,
  decision text CHECK (decision IN ('confirmed', 'reopened')),
  reason text NOT NULL DEFAULT '',
  decided_by text,
  time_decided timestamptz,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id),
  CHECK ((decision IS NULL) = (decided_by IS NULL) AND (decision IS NULL) = (time_decided IS NULL))
);
COMMENT ON TABLE attempt_dispute IS 'Failed deliveries about which the receiver said that no driver was there.';
COMMENT ON COLUMN attempt_dispute.tracking_event_id IS 'The event of the failed attempt.';
COMMENT ON COLUMN attempt_dispute.username IS 'The driver who recorded the attempt.';
COMMENT ON COLUMN attempt_dispute.day IS 'The day of the attempt.';
COMMENT ON COLUMN attempt_dispute.comment IS 'What the receiver added.';
COMMENT ON COLUMN attempt_dispute.decision IS 'confirmed: the driver was there, and the attempt counts. reopened: it does not count. Null until staff decide.';
COMMENT ON COLUMN attempt_dispute.reason IS 'Why staff decided so.';
CREATE UNIQUE INDEX attempt_dispute_event ON attempt_dispute (provider_id, tracking_event_id);
CREATE INDEX attempt_dispute_of ON attempt_dispute (provider_id, shipment_id);
CREATE INDEX attempt_dispute_open ON attempt_dispute (provider_id, username, day) WHERE decision IS NULL;
CALL tenant_table('attempt_dispute', 'shipment', 'shipment_id');

CREATE TABLE delivery_pin (
  provider_id integer NOT NULL REFERENCES provider (id),
  place text NOT NULL,
  contact text NOT NULL,
  lat double precision NOT NULL CHECK (lat BETWEEN -90 AND 90),
  lng double precision NOT NULL CHECK (lng BETWEEN -180 AND 180),
  shipment_id bigint NOT NULL,
  time_modified timestamptz NOT NULL,
  PRIMARY KEY (provider_id, place, contact),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id)
);
COMMENT ON TABLE delivery_pin IS 'Positions that receivers corrected, for their next parcel to the same address.';
COMMENT ON COLUMN delivery_pin.place IS 'Digest of the address without company and coordinates.';
COMMENT ON COLUMN delivery_pin.contact IS 'Keyed digest of the mobile number of the receiver.';
COMMENT ON COLUMN delivery_pin.shipment_id IS 'The shipment with which it was corrected last.';
CREATE INDEX delivery_pin_shipment ON delivery_pin (provider_id, shipment_id);
CALL tenant_table('delivery_pin', NULL, 'The change of the address of a shipment is in the audit trail of the shipment.');
