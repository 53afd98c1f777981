-- Customers read a parcel that a driver took out of a pickup point as on its way back to the hub.
-- compatible-from: 0034
ALTER TABLE shipment ADD COLUMN taken_out_by_driver boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN shipment.taken_out_by_driver IS 'A driver, and not the receiver, took the parcel out of its pickup point last.';
