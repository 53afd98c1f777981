-- compatible-from: 0034
-- A printed label that no longer says what is booked is marked until it is printed again.
ALTER TABLE shipment ADD COLUMN label_outdated boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN shipment.label_outdated IS 'Whether a change made the printed labels wrong; false again once they are printed.';
