-- compatible-from: 0063
-- A parcel can lose its label again after it went on from the branch where it was matched. The lock of its shipment
-- keeps two matches of one time apart.
DROP INDEX unidentified_parcel_match;
CREATE INDEX unidentified_parcel_match ON unidentified_parcel (provider_id, parcel_id) WHERE parcel_id IS NOT NULL;
