-- Points that a company makes itself, the doors of its lockers, and one reservation for each leg of a parcel.
ALTER TABLE pickup_point
  ADD COLUMN holiday_hours text NOT NULL DEFAULT 'closed',
  ADD COLUMN capacity integer CHECK (capacity > 0),
  ADD COLUMN out_of_order_reason text NOT NULL DEFAULT '',
  ADD COLUMN photos text[] NOT NULL DEFAULT '{}',
  ADD COLUMN closed_date timestamptz,
  ADD COLUMN parcels_held integer NOT NULL DEFAULT 0 CHECK (parcels_held >= 0),
  ADD COLUMN time_synced timestamptz,
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD COLUMN modified_by text NOT NULL DEFAULT 'system',
  ADD COLUMN time_created timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN time_modified timestamptz NOT NULL DEFAULT now(),
  ADD CHECK (pickup_point_provider IN ('bob-box', 'tcg-locker', 'ram-counter', 'own'));
COMMENT ON COLUMN pickup_point.compartments IS 'Sizes of a locker of a network; those of own lockers are counted from their doors.';
COMMENT ON COLUMN pickup_point.trading_hours IS 'Hours as text, such as Mon-Fri 08:00-17:00, Sat 08:00-13:00.';
COMMENT ON COLUMN pickup_point.holiday_hours IS 'Hours on public holidays: closed, usual, or hours such as 09:00-13:00.';
COMMENT ON COLUMN pickup_point.capacity IS 'Parcels that a counter holds at most; null: no limit.';
COMMENT ON COLUMN pickup_point.out_of_order_reason IS 'Why nothing can be handed in; empty while it works.';
COMMENT ON COLUMN pickup_point.photos IS 'Names of uploaded photos.';
COMMENT ON COLUMN pickup_point.closed_date IS 'Since when the point is closed for good; its parcels can still be fetched.';
COMMENT ON COLUMN pickup_point.parcels_held IS 'Parcels that are there or have a place reserved.';
COMMENT ON COLUMN pickup_point.time_synced IS 'When its network listed it last; null for own points.';

CREATE TABLE pickup_door (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  point_id bigint NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  size text NOT NULL CHECK (size <> ''),
  length double precision NOT NULL CHECK (length > 0),
  width double precision NOT NULL CHECK (width > 0),
  height double precision NOT NULL CHECK (height > 0),
  weight double precision NOT NULL CHECK (weight > 0),
  is_out_of_order boolean NOT NULL DEFAULT false,
  held_by bigint,
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, point_id) REFERENCES pickup_point (provider_id, id)
);
COMMENT ON TABLE pickup_door IS 'Doors (compartments) of the company''s own lockers.';
COMMENT ON COLUMN pickup_door.name IS 'Label on the door, such as A1.';
COMMENT ON COLUMN pickup_door.size IS 'Name of the size, such as small; doors of one size have equal measures.';
COMMENT ON COLUMN pickup_door.length IS 'Inside length in cm; width and height likewise, weight in kg.';
COMMENT ON COLUMN pickup_door.held_by IS 'The reservation that has the door; null while it is free.';
CREATE UNIQUE INDEX pickup_door_name ON pickup_door (provider_id, point_id, lower(name));
CALL tenant_table('pickup_door', 'pickup_point', 'point_id');

CREATE TABLE locker_reservation (
  provider_id integer NOT NULL REFERENCES provider (id),
  id bigint GENERATED ALWAYS AS IDENTITY,
  shipment_id bigint NOT NULL,
  leg text NOT NULL CHECK (leg IN ('collection', 'delivery')),
  point_id bigint NOT NULL,
  network text NOT NULL CHECK (network IN ('bob-box', 'tcg-locker', 'ram-counter', 'own')),
  door_id bigint,
  size text NOT NULL DEFAULT '',
  state text NOT NULL CHECK (state IN ('wanted', 'reserved', 'failed', 'deposited', 'expired', 'collected', 'released')),
  network_reference text NOT NULL DEFAULT '',
  courier_code_sealed text,
  status_before text NOT NULL DEFAULT '',
  attempts integer NOT NULL DEFAULT 0,
  first_attempt timestamptz,
  next_attempt timestamptz,
  last_error text NOT NULL DEFAULT '',
  deadline timestamptz,
  extensions integer NOT NULL DEFAULT 0,
  reminders integer NOT NULL DEFAULT 0,
  time_deposited timestamptz,
  version integer NOT NULL DEFAULT 1,
  time_created timestamptz NOT NULL DEFAULT now(),
  time_modified timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, id),
  FOREIGN KEY (provider_id, shipment_id) REFERENCES shipment (provider_id, id),
  FOREIGN KEY (provider_id, point_id) REFERENCES pickup_point (provider_id, id),
  FOREIGN KEY (provider_id, door_id) REFERENCES pickup_door (provider_id, id),
  CHECK (door_id IS NULL OR size <> ''),
  CHECK (state <> 'deposited' OR time_deposited IS NOT NULL)
);
COMMENT ON TABLE locker_reservation IS 'Space at a locker or counter for one leg of a shipment, from the wish until the parcel has left.';
COMMENT ON COLUMN locker_reservation.door_id IS 'Door of an own locker; null at counters and networks, which choose the door themselves.';
COMMENT ON COLUMN locker_reservation.size IS 'Size that was reserved; empty at counters.';
COMMENT ON COLUMN locker_reservation.network_reference IS 'Reservation number of the network.';
COMMENT ON COLUMN locker_reservation.courier_code_sealed IS 'Code with which the driver opens the door, sealed.';
COMMENT ON COLUMN locker_reservation.status_before IS 'Status of the shipment before the reservation failed; it returns there.';
COMMENT ON COLUMN locker_reservation.first_attempt IS 'Start of the present series of attempts.';
COMMENT ON COLUMN locker_reservation.deadline IS 'Until when the sender may drop the parcel off, or the receiver may fetch it.';
COMMENT ON COLUMN locker_reservation.extensions IS 'How often the receiver has extended the deadline.';
COMMENT ON COLUMN locker_reservation.reminders IS 'Reminders that were sent since the deposit.';
-- A door never holds two parcels, and a leg has one place at a time.
CREATE UNIQUE INDEX locker_reservation_door ON locker_reservation (provider_id, door_id)
  WHERE state IN ('reserved', 'deposited', 'expired');
CREATE UNIQUE INDEX locker_reservation_leg ON locker_reservation (provider_id, shipment_id, leg)
  WHERE state IN ('wanted', 'reserved', 'failed', 'deposited', 'expired');
CREATE INDEX locker_reservation_shipment ON locker_reservation (provider_id, shipment_id, id);
CREATE INDEX locker_reservation_point ON locker_reservation (provider_id, point_id)
  WHERE state IN ('wanted', 'reserved', 'failed', 'deposited', 'expired');
CREATE INDEX locker_reservation_due ON locker_reservation (provider_id, next_attempt) WHERE next_attempt IS NOT NULL;
CALL tenant_table('locker_reservation', 'shipment', 'shipment_id');

ALTER TABLE pickup_door ADD FOREIGN KEY (provider_id, held_by) REFERENCES locker_reservation (provider_id, id);
CREATE UNIQUE INDEX pickup_door_held_by ON pickup_door (provider_id, held_by) WHERE held_by IS NOT NULL;

CREATE TABLE locker_event (
  provider_id integer NOT NULL REFERENCES provider (id),
  network text NOT NULL,
  event_id text NOT NULL,
  reservation_id bigint,
  kind text NOT NULL,
  occurred_at timestamptz NOT NULL,
  outcome text NOT NULL DEFAULT '',
  time_received timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider_id, network, event_id),
  FOREIGN KEY (provider_id, reservation_id) REFERENCES locker_reservation (provider_id, id)
);
COMMENT ON TABLE locker_event IS 'Events that networks reported, each once.';
COMMENT ON COLUMN locker_event.outcome IS 'What was done with it; why it was ignored otherwise.';
CALL tenant_table('locker_event', NULL, 'What networks report; its effects on shipments are audited.');
