-- compatible-from: 0063
-- A day of a driver finds what was put into pickup points on it and fetched since.
CREATE INDEX locker_reservation_fetched ON locker_reservation (provider_id, time_deposited) WHERE state = 'collected';
