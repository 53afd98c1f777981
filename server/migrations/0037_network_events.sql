-- What a network reported is kept whole, so that a report that comes too early can be applied later.
ALTER TABLE locker_event
  ADD COLUMN network_reference text NOT NULL DEFAULT '',
  ADD COLUMN party text NOT NULL DEFAULT 'courier' CHECK (party IN ('sender', 'courier', 'receiver')),
  ADD COLUMN door text NOT NULL DEFAULT '',
  ADD COLUMN time_alerted timestamptz,
  ADD CHECK (network IN ('bob-box', 'tcg-locker', 'ram-counter')),
  ADD CHECK (kind IN ('deposit', 'collect', 'fail', 'expire'));
COMMENT ON COLUMN locker_event.network_reference IS 'Reservation number of the network.';
COMMENT ON COLUMN locker_event.party IS 'Who put the parcel in or took it out.';
COMMENT ON COLUMN locker_event.door IS 'Name of the door; empty when unknown.';
COMMENT ON COLUMN locker_event.time_alerted IS 'When staff were informed that it could not be applied.';
CREATE INDEX locker_event_waiting ON locker_event (provider_id, network, time_received)
  WHERE outcome IN ('early', 'unknown reservation');
CREATE INDEX locker_reservation_network ON locker_reservation (provider_id, network, network_reference)
  WHERE network_reference <> '';
