-- Customers read a parcel that a driver took out of a pickup point as on its way back to the hub, and drivers report
-- parcels that do not fit into their locker.
-- compatible-from: 0034
ALTER TABLE shipment ADD COLUMN taken_out_by_driver boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN shipment.taken_out_by_driver IS 'A driver, and not the receiver, took the parcel out of its pickup point last.';
ALTER TABLE driver_action
  DROP CONSTRAINT driver_action_type_check,
  ADD CONSTRAINT driver_action_type_check CHECK (type IN (
    'start-day', 'end-day', 'load', 'arrive', 'collect', 'collection-failed', 'collection-exception', 'cancel-parcel',
    'add-parcel', 'add-shipment', 'reject', 'deliver', 'deposit-in-locker', 'hand-to-counter', 'collect-expired',
    'does-not-fit', 'delivery-failed', 'delivery-exception', 'return-to-sender', 'accept-manifest', 'arrive-manifest'
  ));
